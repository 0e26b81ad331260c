import type { NameDirectory } from '@sonde/scanner/names/name-directory.ts';
import { runScan, type ScanRun } from '@sonde/scanner/run/run-scan.ts';
import type { ScanNetwork } from '@sonde/scanner/start/create-scan-network.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import { systemClock as clock, systemRandom as random } from '@sonde/shared/system/system.ts';
import type { Config } from '../../config/settings.ts';
import { RegistrationIndexer } from '../../domain/intelligence/registrations/registration-indexer.ts';
import { followScan } from '../../domain/intelligence/scan/follow-scan.ts';
import { nameScanners } from '../../domain/intelligence/scan/run/name-scanners.ts';
import { ScanDesk } from '../../domain/intelligence/scan/run/scan-desk.ts';
import { ScanRecorder } from '../../domain/intelligence/scan/run/scan-recorder.ts';
import { ServiceIndexer } from '../../domain/intelligence/services/service-indexer.ts';
import { TechnologyRecorder } from '../../domain/intelligence/technologies/technology-recorder.ts';
import type { FeedsInForce } from '../../domain/intelligence/threat-intel/feeds/feeds-in-force.ts';
import {
  ownTransparencyCheck,
  transparencyCheck,
} from '../../domain/intelligence/transparency/own-transparency.ts';
import { watchedQuestions } from '../../domain/intelligence/watch/look-at-domain.ts';
import { QuestionPace } from '../../domain/intelligence/watch/question-pace.ts';
import { BurstLimits } from '../../domain/people/quota/burst-limits.ts';
import { PlatformNumbers } from '../../domain/traffic/platform/platform-numbers.ts';
import type { EventPublisher } from '../../ports/system/events.ts';
import type { Meter } from '../../ports/system/metrics.ts';
import { ScanWorkers } from '../scan-workers/scan-workers.ts';
import type { Stage } from '../stage.ts';
import type { Stores } from '../stores/create-stores.ts';

interface Given {
  readonly network: ScanNetwork;
  readonly names: NameDirectory;
  readonly publisher: EventPublisher;
  readonly feedsInForce: FeedsInForce;
  readonly collectorId: string;
  readonly meter: Meter;
  readonly log: Log;
}

/** Scans that may wait for each that runs. */
const waitingForEach = 8;

/** Creates the parts that take requests for scans, follow scans up, and bound their cost. */
export function createScans(
  config: Config,
  stores: Pick<
    Stores,
    | 'bulkJobs'
    | 'certificateArchive'
    | 'certificateLogs'
    | 'domainEvents'
    | 'domainScans'
    | 'domainWatches'
    | 'feedStates'
    | 'registrationIndex'
    | 'serviceIndex'
    | 'technologies'
    | 'trackedDomains'
  >,
  { network, names, publisher, feedsInForce, collectorId, meter, log }: Given,
  stage: Stage,
) {
  const { trackedDomains, domainScans, feedStates, certificateLogs } = stores;
  const { openScan, quic } = network;
  const isFollowing = config.followedLogs !== 'none';
  const checks = isFollowing
    ? [
        ...network.checks.filter(({ scanner }) => scanner.id !== transparencyCheck),
        ownTransparencyCheck(stores),
      ]
    : network.checks;
  const { registrationIndex, serviceIndex, technologies } = stores;
  const follow = followScan({ ...stores, publisher, clock, log });
  const indexer = stage.add(
    'indexer of registrations',
    new RegistrationIndexer({ registrationIndex, meter, log }),
  );
  const services = stage.add(
    'indexer of services',
    new ServiceIndexer({ serviceIndex, publisher, meter, log }),
  );
  const technologyRecorder = stage.add(
    'recorder of technologies',
    new TechnologyRecorder({ technologies, publisher, meter, log }),
  );
  const onRecorded: typeof follow = (scan, before) => {
    follow(scan, before);
    indexer.add(scan);
    technologyRecorder.add(scan);
    services.add(scan);
  };
  const recorder = stage.add(
    'scan recorder',
    new ScanRecorder(
      { trackedDomains, domainScans, random, meter, log, onRecorded },
      config.monitorEvery / 1_000,
    ),
  );
  const scanHere = (run: ScanRun) => {
    const onFault = (check: string, error: unknown) =>
      log.error({ err: error, check, domain: run.domain }, 'fault in a check of a scan');
    return runScan(run, { openScan, clock, random, onFault });
  };
  const background =
    config.scanWorkers === 0
      ? undefined
      : stage.add(
          'threads for scans',
          new ScanWorkers({
            count: config.scanWorkers,
            settings: config,
            log,
            // Threads have no way to the store.
            ...(isFollowing && { here: { checks: [transparencyCheck], run: scanHere } }),
          }),
        );
  meter.gauge('sonde_scan_threads', 'Threads for background scans that run.', () => background?.running ?? 0);
  const outsideDns = nameScanners(names, config.handshakeEndings);
  const scanDesk = new ScanDesk(
    { openScan, clock, random, recorder, trackedDomains, meter, log, background, outsideDns },
    {
      budget: config.scanTime,
      cacheFor: config.scanCache,
      atOnce: config.scansAtOnce,
      mostWaiting: waitingForEach * Math.max(config.scansAtOnce, config.bulkScansAtOnce),
      backgroundAtOnce: config.bulkScansAtOnce,
    },
  );
  const platform = new PlatformNumbers({
    trackedDomains,
    domainScans,
    feedStates,
    feedsInForce,
    certificateLogs,
    clock,
  });
  const burst = new BurstLimits({ burst: config.scanBurst, perMinute: config.scanBurstPerMinute }, clock);
  let schedule = { watched: 0, overdue: 0, latestSeconds: 0 };
  meter.gauge('sonde_watched_domains', 'Domains whose records are watched.', () => schedule.watched);
  meter.gauge(
    'sonde_watched_domains_overdue',
    'Watched domains whose records are due and were not asked for yet.',
    () => schedule.overdue,
  );
  meter.gauge(
    'sonde_watched_domains_late_seconds',
    'Seconds by which the watched domain that waits longest is late.',
    () => schedule.latestSeconds,
  );
  return {
    openScan,
    questionPace: new QuestionPace(config.watchQuestions, clock),
    watchEvery: config.watchEvery,
    newWatchesPerSecond: Math.max(1, config.watchQuestions / watchedQuestions.length),
    noteSchedule: (now: typeof schedule) => {
      schedule = now;
    },
    publisher,
    scanDesk,
    technologyRecorder,
    checks,
    quic,
    names,
    platform,
    burst,
    monitorSeconds: config.monitorFor / 1_000,
    monitorIsOn: config.monitor === 'on',
    bulkAtOnce: config.bulkScansAtOnce,
    collectorId,
    log,
  };
}
