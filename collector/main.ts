import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { Registry } from 'prom-client';
import type { Config } from './config/settings.ts';
import { announceThreat } from './domain/detection/announce-threat.ts';
import { recallDomains } from './domain/detection/recall-domains.ts';
import { createIngest } from './domain/ingest/accept.ts';
import { SetAsideBatches } from './domain/ingest/aside/set-aside-batches.ts';
import { Storer } from './domain/ingest/storer.ts';
import { BrokenPartsWatch } from './domain/platform/broken-parts.ts';
import { ensureAdministrator } from './domain/provisioning/ensure-administrator.ts';
import { provisionAgent } from './domain/provisioning/provision-agent.ts';
import { PolicyWatch } from './domain/resolvers/policy-watch.ts';
import { endpoints } from './endpoints/index.ts';
import { createBusPublisher, followBus } from './events/bus-publisher.ts';
import { events } from './events/index.ts';
import { graphqlAdmission } from './graphql/admission.ts';
import { createGraphqlFace } from './graphql/graphql-routes.ts';
import { dailyCallQuota } from './http/call-quota.ts';
import { TrustedProxies } from './http/client-address.ts';
import { createApp } from './http/create-app.ts';
import { openApiDocument } from './http/openapi/document.ts';
import { RequestsOfCallers } from './http/requests-of-callers.ts';
import type { ListenAddress } from './http/server/listen-address.ts';
import { serve } from './http/server/serve.ts';
import { docsRoutes } from './http/system/docs-routes.ts';
import { healthRoutes } from './http/system/health-routes.ts';
import { indexRoute } from './http/system/index-route.ts';
import { metricsRoute } from './http/system/metrics-route.ts';
import { jobs } from './jobs/index.ts';
import { runJobs } from './jobs/run-jobs.ts';
import { createPrometheusMeter } from './metrics/prometheus-meter.ts';
import type { Log } from './ports/system/log.ts';
import type { Threat } from './ports/threats/threats.ts';
import { createSocketFace } from './socket/socket-face.ts';
import { beginEngines, type Engines } from './start/begin-engines.ts';
import { createAccess } from './start/create-access.ts';
import { createDetection } from './start/create-detection.ts';
import { createFeeds } from './start/create-feeds.ts';
import { createNetworks } from './start/create-networks.ts';
import { createNotifications } from './start/create-notifications.ts';
import { createScanNetwork } from './start/create-scan-network.ts';
import { createScans } from './start/create-scans.ts';
import { createStores } from './start/create-stores.ts';
import { openClickHouseStore } from './start/open-clickhouse-store.ts';
import { openPostgresStore } from './start/open-postgres-store.ts';
import { openTls } from './start/open-tls.ts';
import { addProcessMetrics } from './start/process-metrics.ts';
import { readinessChecks } from './start/readiness-checks.ts';
import { Stage } from './start/stage.ts';
import { systemClock as clock, systemRandom as random } from './start/system.ts';
import { version } from './start/version.ts';
import { collectorId } from './storage/files/collector-id.ts';
import { openKeyFile } from './storage/files/key-file.ts';
import { openEventBus } from './storage/postgres/event-bus/event-bus.ts';
import { oneAtATime } from './storage/postgres/one-at-a-time.ts';
import { FileSpool } from './storage/spool/file-spool.ts';

const dayMilliseconds = 86_400_000;
/** How long the registry tells a repeated batch from a new one; a sender's spool may be away for as long. */
const registryDays = 30;
const maxBacklog = 100_000;

export interface RunningCollector {
  readonly addresses: readonly ListenAddress[];
  /** An administrator's key that was made just now, to be shown once. */
  readonly newAdminKey: string | undefined;
  stop(): Promise<void>;
}

/**
 * Builds the collector out of its parts and starts it; `engines` are the stores' own processes where they have begun
 * before. Stops what has started, those included, where a part fails to.
 */
export async function startCollector(
  config: Config,
  log: Log,
  engines = beginEngines(config, log),
): Promise<RunningCollector> {
  const stage = new Stage(log);
  stage.add('PostgreSQL', engines.postgres);
  stage.add('ClickHouse', engines.clickhouse);
  try {
    return await start(config, log, engines, stage);
  } catch (error) {
    await stage.stop();
    throw error;
  }
}

async function start(config: Config, log: Log, engines: Engines, stage: Stage): Promise<RunningCollector> {
  const registry = new Registry();
  const meter = createPrometheusMeter(registry);
  addProcessMetrics(registry);

  // What needs no store comes first, while the engines are on their way.
  const networks = createNetworks(config, { meter, log });
  const { matcher, history, detectionRules, dgaModel, detectors } = createDetection({
    networks,
    meter,
    log,
  });
  const network = await createScanNetwork(config);

  const dataDirectory = resolve(config.dataDirectory);
  const postgresStore = openPostgresStore({ address: engines.postgres.address, log }, stage);
  const [{ postgres, connection }, { clickhouse, topology }] = await Promise.all([
    postgresStore,
    openClickHouseStore(
      {
        address: engines.clickhouse.address,
        cluster: config.clickhouseCluster,
        // A server may have other collectors, which start at the same moment.
        ...(config.clickhouseUrl !== undefined && {
          alone: async (work) => oneAtATime((await postgresStore).postgres, work),
        }),
        log,
      },
      stage,
    ),
  ]);

  const stores = createStores(postgres, clickhouse, topology);
  const { accounts, agents, apiKeys, batches, locations, threats } = stores;
  const bus = await openEventBus({ connection, postgres, log });
  stage.add('event bus', { stop: () => bus.close() });
  const spool = await FileSpool.open(join(dataDirectory, 'spool'));

  const administrator = await ensureAdministrator({ accounts, apiKeys, random }, config);
  if (config.provisionAgent !== undefined) {
    const keyFile = openKeyFile(resolve(config.provisionAgent));
    const location = { accountId: administrator.account.id, name: hostname() };
    await provisionAgent({ locations, apiKeys, random, keyFile }, location);
  }

  const policyWatch = new PolicyWatch(bus);
  const publisher = createBusPublisher(bus, meter);
  const onThreat = (threat: Threat) => void announceThreat(threat, { locations, publisher, clock, log });
  const id = await collectorId(dataDirectory, random);
  const { rows, finder } = stores;
  const storer = new Storer(
    { spool, registry: batches, rows, finder, threats, detectors, random, meter, log, onThreat },
    id,
  );
  const retentionDays = config.retention / dayMilliseconds;
  const batchesAside = new SetAsideBatches(
    { spool, registry: batches, finder, locations, random, clock, log },
    {
      collectorId: id,
      maxSpoolBytes: config.spoolBytes,
      retentionDays,
      onTakenUp: (group) => storer.takeUp(group),
    },
  );
  const ingest = createIngest(
    { spool, registry: batches, agents, clock, random, meter },
    {
      collectorId: id,
      maxSpoolBytes: config.spoolBytes,
      maxUploadBytes: config.uploadBytes,
      backlog: () => storer.waiting,
      maxBacklog,
      registryDays,
      retentionDays,
      onAccepted: (batch) => storer.add(batch),
    },
  );

  const access = await createAccess(config, dataDirectory, stores, { meter, log }, stage);
  const { authenticate, quota } = access;
  const brokenParts = new BrokenPartsWatch({ store: stores.storeHealth, meter, log });
  const retentionPolicy = {
    rowDays: retentionDays,
    rollupDays: config.rollupRetention / dayMilliseconds,
    maxBytes: config.storeBytes,
    maxRollupBytes: config.rollupBytes,
  };
  const feeds = createFeeds(config, stores, { matcher, collectorId: id, log });
  const notifications = createNotifications(config, stores, { meter, log });
  const { enabledFeeds } = feeds;
  const scans = createScans(
    config,
    stores,
    { network, publisher, enabledFeeds, collectorId: id, meter, log },
    stage,
  );
  const runningJobs = stage.add(
    'jobs',
    runJobs(
      jobs,
      {
        ...stores,
        ...feeds,
        ...access,
        ...notifications,
        ...scans,
        brokenParts,
        clock,
        detectionRules,
        matcher,
        networks,
        policyWatch,
        registry: batches,
        registryDays,
        retentionPolicy,
      },
      { log, meter },
    ),
  );

  const callQuota = dailyCallQuota(quota, clock, scans.burst);
  const underWay = new RequestsOfCallers(config.maxRequestsPerCaller);
  const graphql = stage.add(
    'graphql',
    await createGraphqlFace({
      ports: { ...stores, ...scans, clock },
      log,
      explorer: config.graphqlExplorer === 'on',
      timeLimit: config.requestTime,
      ...graphqlAdmission({ authenticate, quota: callQuota, underWay }),
    }),
  );
  const app = createApp({
    endpoints,
    ports: {
      ...stores,
      ...feeds,
      ...access,
      ...notifications,
      ...scans,
      batchesAside,
      clock,
      detectionRules,
      dgaModel,
      ingest,
      matcher,
      networks,
      onThreat,
      policyWatch,
      random,
    },
    authenticate,
    quota: callQuota,
    underWay,
    systemRoutes: [
      indexRoute(),
      ...docsRoutes(() => openApiDocument(endpoints, version, events)),
      ...healthRoutes(
        readinessChecks(postgres, clickhouse, () => storer.trouble ?? batchesAside.trouble),
        log,
        () => [...brokenParts.warnings, ...batchesAside.warnings],
      ),
      metricsRoute(registry, config.metricsAccess, authenticate),
      ...graphql.routes,
    ],
    random,
    log,
    meter,
    settings: {
      trustedProxies: config.trustedProxies,
      corsOrigins: config.corsOrigins,
      maxJsonBytes: config.maxJsonBytes,
      bodyBudgetBytes: config.bodyBudgetBytes,
      timeLimit: config.requestTime,
      maxInFlight: config.maxRequests,
    },
  });
  const socket = createSocketFace({
    authenticate,
    trustedProxies: new TrustedProxies(config.trustedProxies),
    corsOrigins: config.corsOrigins,
    statistics: () => scans.platform.statistics(),
    clock,
    log,
    meter,
  });
  followBus(bus, socket.deliver);

  // Rows that an earlier process left are examined by the same indicators as new ones.
  await runningJobs.ready;
  // And by the same domains; rows wait for these in the spool, so that people need not.
  const ending = new AbortController();
  const recalled = recallDomains(history, { knownDomains: stores.knownDomains, log }, ending.signal);
  stage.add('recall of domains', {
    stop: async () => {
      ending.abort();
      await recalled;
    },
  });
  await storer.start(recalled);
  stage.add('storer', storer);

  // Last, since who can connect may ask for everything.
  const tls = await openTls(config, log, stage);
  const serving = await serve(app, config.listen, random, { attach: socket.attach, tls });
  stage.add('http', { stop: () => serving.stop(config.drainTime) });
  stage.add('socket', socket);
  // Goes first: whoever waits for a policy would be waited for.
  stage.add('policy watch', policyWatch);
  return { addresses: serving.addresses, newAdminKey: administrator.newKey, stop: () => stage.stop() };
}
