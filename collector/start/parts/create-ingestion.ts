import { join } from 'node:path';
import { systemClock as clock, systemRandom as random } from '@sonde/shared/system/system.ts';
import { newElsewhere } from '../../domain/detection/new-elsewhere.ts';
import { recallDomains } from '../../domain/detection/recall-domains.ts';
import { recallSites } from '../../domain/detection/site/keep-site.ts';
import type { SiteWatch } from '../../domain/detection/site/site-watch.ts';
import type { DomainHistory } from '../../domain/detection/state/domain-history.ts';
import { createAcceptFlows } from '../../domain/traffic/encrypted/accept-flows.ts';
import { FlowStorer } from '../../domain/traffic/encrypted/flow-storer.ts';
import { createIngest } from '../../domain/traffic/ingest/accept.ts';
import { SetAsideBatches } from '../../domain/traffic/ingest/aside/set-aside-batches.ts';
import { Storer, type StorerPorts } from '../../domain/traffic/ingest/storer.ts';
import { LiveTail } from '../../domain/traffic/live/live-tail.ts';
import { BrokenPartsWatch } from '../../domain/traffic/platform/broken-parts.ts';
import { createLossReport } from '../../domain/traffic/sinks/loss-report.ts';
import type { CollectorStatus } from '../../ports/system/collector-status.ts';
import type { Threat } from '../../ports/threats/threats.ts';
import { FileJournal } from '../../storage/spool/file-journal.ts';
import { FileSpool } from '../../storage/spool/file-spool.ts';
import { FileFlowSpool } from '../../storage/spool/flow-spool.ts';
import type { HeavyWork } from '../../workers/heavy-work.ts';
import type { Foundation } from '../foundation.ts';
import type { Stores } from '../stores/create-stores.ts';
import { version } from '../version.ts';

const dayMilliseconds = 86_400_000;
/** The registry tells a repeated batch from a new one for this many days; a sender's spool may be away for as long. */
const registryDays = 30;
const maxBacklog = 100_000;

interface Given {
  readonly stores: Stores;
  readonly detectors: StorerPorts['detectors'];
  readonly history: DomainHistory;
  readonly siteWatch: SiteWatch;
  readonly onThreat: (threat: Threat) => void;
  readonly heavyWork: Pick<HeavyWork, 'readSubmitted'>;
}

/** Some ten thousand rows. */
const manyBytes = 2 * 1024 * 1024;

/** Creates the way of rows: accepted, spooled, examined, stored, and kept for as long as the operator wants. */
export async function createIngestion(
  { stores, detectors, history, siteWatch, onThreat, heavyWork }: Given,
  { config, log, meter, stage, dataDirectory, collectorId }: Foundation,
) {
  const { agents, batches: registry, finder, locations, rows, sinkStore, threats } = stores;
  const spool = await FileSpool.open(join(dataDirectory, 'spool'));
  const journal = await FileJournal.open({
    directory: join(dataDirectory, 'sink-journal'),
    pathOf: (batch) => spool.pathOf(batch),
    maxBytes: config.sinkBytes,
    after: await sinkStore.furthest(collectorId),
    onLost: createLossReport({ registry, sinkStore, meter, log, collectorId }),
    log,
  });
  const tail = new LiveTail({ meter, clock });
  const complete = newElsewhere({ seenDomains: stores.seenDomains, clock, log });
  const storer = new Storer(
    {
      spool,
      registry,
      rows,
      finder,
      threats,
      detectors,
      complete,
      random,
      meter,
      log,
      onThreat,
      tail,
      journal,
    },
    collectorId,
  );
  const retentionDays = config.retention / dayMilliseconds;
  const bounds = { collectorId, maxSpoolBytes: config.spoolBytes, retentionDays };
  const batchesAside = new SetAsideBatches(
    { spool, registry, finder, locations, random, clock, log },
    { ...bounds, onTakenUp: (group) => storer.takeUp(group) },
  );
  const flowSpool = await FileFlowSpool.open(join(dataDirectory, 'flow-spool'));
  const flowStorer = new FlowStorer({ flowSpool, encryptedFlows: stores.encryptedFlows, log });
  const acceptFlows = createAcceptFlows(
    { flowSpool, registry, clientFingerprints: stores.clientFingerprints, clock, meter, log },
    { collectorId, maxSpoolBytes: config.spoolBytes / 8, onAccepted: () => flowStorer.wake() },
  );
  const ingest = createIngest(
    { spool, registry, agents, clock, random, meter, acceptFlows, readSubmitted: heavyWork.readSubmitted },
    {
      ...bounds,
      maxUploadBytes: config.uploadBytes,
      backlog: () => storer.waiting,
      maxBacklog,
      registryDays,
      onAccepted: (batch) => storer.add(batch),
    },
  );
  const brokenParts = new BrokenPartsWatch({ store: stores.storeHealth, meter, log });

  const trouble = () => storer.trouble ?? batchesAside.trouble;
  const warnings = () => [...brokenParts.warnings, ...batchesAside.warnings];
  const startedAt = new Date(clock.now());
  const collectorStatus: CollectorStatus = {
    read: () => ({
      collectorId,
      version,
      startedAt,
      waitingBatches: storer.waiting,
      waitingBytes: spool.bytes,
      lag: storer.lag,
      batchesAside: spool.aside,
      bytesAside: spool.asideBytes,
      trouble: trouble(),
      warnings: warnings(),
    }),
  };

  return {
    /** Endpoints and jobs need these ports of the module. */
    ports: {
      collectorStatus,
      batchesAside,
      brokenParts,
      ingest,
      registry,
      registryDays,
      retentionPolicy: {
        profile: config.storeProfile,
        rowDays: retentionDays,
        detailDays:
          config.detailRetention === undefined ? undefined : config.detailRetention / dayMilliseconds,
        rollupDays: config.rollupRetention / dayMilliseconds,
        maxBytes: config.storeBytes,
        maxRollupBytes: config.rollupBytes,
        certificateDays: config.certificateRetention / dayMilliseconds,
      },
    },
    /** What is stored and waits to be passed on. */
    journal,
    /** Whether more than a few rows that were accepted wait to be stored. */
    isStoring: () => spool.bytes >= manyBytes,
    /** Queries as they are stored. */
    tail,
    /** Runs work while nothing is on its way into the store. */
    hold: <Result>(work: () => Promise<Result>) => storer.hold(work),
    /** One sentence if rows cannot be stored. */
    trouble,
    warnings,
    /** Takes up what an earlier process left. Rows wait in the spool until domains are recalled; people need not. */
    async start(): Promise<void> {
      const ending = new AbortController();
      const recalled = Promise.all([
        recallDomains(history, { knownDomains: stores.knownDomains, log }, ending.signal),
        recallSites({ siteProfiles: stores.siteProfiles, siteWatch, log }),
      ]).then(() => undefined);
      stage.add('recall of domains', {
        stop: async () => {
          ending.abort();
          await recalled;
        },
      });
      await storer.start(recalled);
      journal.publishOthers((batchId) => spool.has(batchId));
      stage.add('storer', storer);
      flowStorer.start();
      stage.add('flow storer', flowStorer);
    },
  };
}
