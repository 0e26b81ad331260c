import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createAddressBooks } from '@sonde/scanner/start/create-address-books.ts';
import { createNameDirectory } from '@sonde/scanner/start/create-name-directory.ts';
import { createScanNetwork } from '@sonde/scanner/start/create-scan-network.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import { systemClock as clock, systemRandom as random } from '@sonde/shared/system/system.ts';
import { Registry } from 'prom-client';
import type { Config } from './config/settings.ts';
import { announceThreat } from './domain/detection/announce-threat.ts';
import { ThreatFigures } from './domain/detection/threat-figures.ts';
import { ReportSigner } from './domain/intelligence/compliance/report-signer.ts';
import type { SetupLinkWhen } from './domain/people/provisioning/offer-setup-link.ts';
import { AgentSettingsWatch } from './domain/traffic/agent-settings/agent-settings-watch.ts';
import { PolicyWatch } from './domain/traffic/resolvers/policy-watch.ts';
import { createBusPublisher } from './events/bus-publisher.ts';
import type { ListenAddress } from './http/server/listen-address.ts';
import { jobs } from './jobs/index.ts';
import { runJobs } from './jobs/run-jobs.ts';
import { createPrometheusMeter } from './metrics/prometheus-meter.ts';
import type { Threat } from './ports/threats/threats.ts';
import { beginEngines, type Engines } from './start/begin-engines.ts';
import type { Foundation } from './start/foundation.ts';
import { createAccess } from './start/parts/create-access.ts';
import { createAddresses } from './start/parts/create-addresses.ts';
import { createBackupMaking } from './start/parts/create-backup-making.ts';
import { createClientCertificates } from './start/parts/create-client-certificates.ts';
import { createClientNaming } from './start/parts/create-client-naming.ts';
import { createContent } from './start/parts/create-content.ts';
import { createDatasets } from './start/parts/create-datasets.ts';
import { createDetection } from './start/parts/create-detection.ts';
import { createFaces } from './start/parts/create-faces.ts';
import { chosenFeeds, createFeeds } from './start/parts/create-feeds.ts';
import { createHeavyWork } from './start/parts/create-heavy-work.ts';
import { createIngestion } from './start/parts/create-ingestion.ts';
import { createNotifications } from './start/parts/create-notifications.ts';
import { createPageWork } from './start/parts/create-page-work.ts';
import { createScans } from './start/parts/create-scans.ts';
import { createSinks } from './start/parts/create-sinks.ts';
import { createTls } from './start/parts/create-tls.ts';
import { createTransparency } from './start/parts/create-transparency.ts';
import { createZones } from './start/parts/create-zones.ts';
import { addProcessMetrics } from './start/process-metrics.ts';
import { provideSso } from './start/provide-sso.ts';
import { provision } from './start/provision.ts';
import { readinessChecks } from './start/readiness-checks.ts';
import { Stage } from './start/stage.ts';
import { openStores } from './start/stores/open-stores.ts';
import { userAgent } from './start/version.ts';
import { collectorId } from './storage/files/collector-id.ts';

export interface RunningCollector {
  readonly addresses: readonly ListenAddress[];
  /** An administrator's key that was made just now, to be shown once. */
  readonly newAdminKey: string | undefined;
  /** The token behind the # of a link by which the administrator sets his password, if one was asked for. */
  readonly setupToken: string | undefined;
  /** Sentences for the operator about settings that could not be followed. */
  readonly advice: readonly string[];
  stop(): Promise<void>;
}

/**
 * Builds the collector out of its modules and starts it; `engines` are the stores' own processes if they have begun
 * before. Stops what has started, those included, if a module fails to start.
 */
export async function startCollector(
  config: Config,
  log: Log,
  engines = beginEngines(config, log),
  setupLink: SetupLinkWhen = 'never',
  lostLogLines: () => number = () => 0,
): Promise<RunningCollector> {
  const stage = new Stage(log);
  stage.add('PostgreSQL', engines.postgres);
  stage.add('ClickHouse', engines.clickhouse);
  try {
    return await start(config, log, engines, stage, setupLink, lostLogLines);
  } catch (error) {
    await stage.stop();
    throw error;
  }
}

async function start(
  config: Config,
  log: Log,
  engines: Engines,
  stage: Stage,
  setupLink: SetupLinkWhen,
  lostLogLines: () => number,
): Promise<RunningCollector> {
  const registry = new Registry();
  const meter = createPrometheusMeter(registry);
  addProcessMetrics(registry, lostLogLines);
  const watching = { meter, log };

  // What needs no store comes first, while the engines are on their way.
  const datasets = createDatasets(config, watching);
  const feedsInForce = chosenFeeds(config, log);
  const judgementOf = feedsInForce.changeOf;
  const { detectors, history, ...detection } = createDetection({ ...datasets, judgementOf, ...watching });
  const content = await createContent(config);
  const dataDirectory = resolve(config.dataDirectory);
  const addressBooks = await createAddressBooks(config, dataDirectory, userAgent);
  const names = await createNameDirectory(config, addressBooks);

  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const foundation: Foundation = {
    config,
    log,
    registry,
    meter,
    stage,
    dataDirectory,
    collectorId: await collectorId(dataDirectory, random),
  };
  const { pages, technologyRules } = createPageWork(config, foundation);
  const network = await createScanNetwork(config, pages);
  const { postgres, clickhouse, bus, stores } = await openStores(engines, foundation);
  const {
    account: administrator,
    newKey: newAdminKey,
    setupToken,
    advice,
  } = await provision(stores, config, setupLink);
  for (const sentence of advice) log.warn({}, sentence);
  const policyWatch = new PolicyWatch(bus);
  const agentSettingsWatch = new AgentSettingsWatch(bus);
  const publisher = createBusPublisher(bus, meter);
  const { locations } = stores;
  const { addressNotes } = datasets;
  const threatFigures = new ThreatFigures({ threats: stores.threats, meter });
  const onThreat = (threat: Threat) => {
    threatFigures.tell(threat);
    void announceThreat(threat, { locations, publisher, addressNotes, clock, log });
  };

  const heavyWork = createHeavyWork(foundation);
  const ingestion = await createIngestion(
    { stores, detectors, history, siteWatch: detection.siteWatch, onThreat, heavyWork },
    foundation,
  );
  const access = await createAccess(config, dataDirectory, stores, { postgres, ...watching }, stage);
  const tls = await createTls(stores, access, foundation);
  const { secrets } = access;
  const clients = await createClientCertificates(
    stores,
    { secrets, servesTls: tls.served !== undefined },
    foundation,
  );
  const passingOn = createSinks({ ...ingestion, ...access, stores }, foundation);
  // Before anything is stored that a sink should have.
  await passingOn.sinks.prepare();
  await provideSso(config, administrator.id, { ...stores, ...access, log });
  const feeds = createFeeds(config, stores, { feedsInForce, ...detection, ...foundation });
  const notifications = createNotifications(config, stores, {
    ...content,
    ...access,
    addressNotes,
    ...watching,
  });
  const addressing = await createAddresses(config, publisher);
  const scans = createScans(
    config,
    stores,
    { network, names, publisher, feedsInForce, ...foundation },
    stage,
  );

  const transparency = createTransparency(stores, { bus, ...detection }, foundation);

  // What endpoints, GraphQL and jobs ask for, each by its name.
  const ports = {
    ...stores,
    ...detection,
    ...ingestion.ports,
    ...access,
    ...feeds,
    ...notifications,
    ...passingOn,
    ...scans,
    ...datasets,
    ...addressing,
    ...createClientNaming(config, administrator.id),
    ...content,
    ...createZones(stores, foundation),
    addressBooks,
    backups: await createBackupMaking({ postgres, clickhouse, hold: ingestion.hold }, foundation),
    technologyRules,
    collectorId: foundation.collectorId,
    collectorCertificate: tls.collectorCertificate,
    clientCertificates: clients.clientCertificates,
    reportSigner: new ReportSigner(stores.signingKeys),
    clock,
    onThreat,
    threatFigures,
    agentSettingsWatch,
    policyWatch,
    publisher,
    log,
    random,
    zoneFiles: heavyWork,
    configurations: heavyWork,
  };
  const runningJobs = stage.add('jobs', runJobs(jobs, ports, watching));
  const faces = await createFaces(
    {
      ports,
      access,
      tls,
      clients,
      burst: scans.burst,
      bus,
      statistics: () => scans.platform.statistics(),
      tail: ingestion.tail,
      certificateStream: transparency.certificateStream,
      readiness: readinessChecks(postgres, clickhouse, ingestion.trouble),
      warnings: () => [...advice, ...ingestion.warnings(), ...transparency.warnings()],
    },
    foundation,
  );

  // Rows that an earlier process left are examined by the same indicators as new ones.
  await runningJobs.ready;
  await ingestion.start();
  transparency.start();
  passingOn.sinks.start();
  // Last, since who can connect may ask for everything.
  const addresses = await faces.open();
  // They go first: whoever waits for a policy or for settings would be waited for.
  stage.add('agent settings watch', agentSettingsWatch);
  stage.add('policy watch', policyWatch);
  return { addresses, newAdminKey, setupToken, advice, stop: () => stage.stop() };
}
