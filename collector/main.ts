import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { Registry } from 'prom-client';
import type { Config } from './config/settings.ts';
import type { Authenticate } from './domain/access/authenticate.ts';
import { KeyAuthentication } from './domain/access/key-authentication.ts';
import { PasswordHasher } from './domain/accounts/password-hash.ts';
import { looksLikeToken, Tokens, tokenAuthentication } from './domain/accounts/tokens.ts';
import { announceThreat } from './domain/detection/announce-threat.ts';
import { createRowDetectors } from './domain/detection/create-detectors.ts';
import { DetectionRules } from './domain/detection/detection-rules.ts';
import { createIndicatorDetector } from './domain/detection/indicator-detector.ts';
import { IndicatorMatcher } from './domain/detection/indicator-matcher.ts';
import { recallDomains } from './domain/detection/recall-domains.ts';
import { DomainHistory } from './domain/detection/state/domain-history.ts';
import { createTrafficDetector } from './domain/detection/traffic-detector.ts';
import { createIngest } from './domain/ingest/accept.ts';
import { Storer } from './domain/ingest/storer.ts';
import { BrokenPartsWatch } from './domain/platform/broken-parts.ts';
import { platformStatistics } from './domain/platform/platform-statistics.ts';
import { ensureAdministrator } from './domain/provisioning/ensure-administrator.ts';
import { provisionAgent } from './domain/provisioning/provision-agent.ts';
import { DailyQuota } from './domain/quota/daily-quota.ts';
import { chooseFeeds } from './domain/threat-intel/feeds/choose-feeds.ts';
import { endpoints } from './endpoints/index.ts';
import { createBusPublisher, followBus } from './events/bus-publisher.ts';
import { events } from './events/index.ts';
import { graphqlAdmission } from './graphql/admission.ts';
import { createGraphqlFace } from './graphql/graphql-routes.ts';
import { dailyCallQuota } from './http/call-quota.ts';
import { TrustedProxies } from './http/client-address.ts';
import { createApp } from './http/create-app.ts';
import { openApiDocument } from './http/openapi/document.ts';
import type { ListenAddress } from './http/server/listen-address.ts';
import { serve } from './http/server/serve.ts';
import { docsRoutes } from './http/system/docs-routes.ts';
import { healthRoutes } from './http/system/health-routes.ts';
import { indexRoute } from './http/system/index-route.ts';
import { metricsRoute } from './http/system/metrics-route.ts';
import { jobs } from './jobs/index.ts';
import { runJobs } from './jobs/run-jobs.ts';
import { createPrometheusMeter } from './metrics/prometheus-meter.ts';
import { AddressPolicy } from './network/address-policy.ts';
import { createGuardedFetch } from './network/guarded-fetch.ts';
import { createSystemResolver } from './network/system-resolver.ts';
import type { Log } from './ports/log.ts';
import type { Threat } from './ports/threats.ts';
import { createSocketFace } from './socket/socket-face.ts';
import { feeds } from './sources/feeds/index.ts';
import { feedPorts } from './start/feed-ports.ts';
import { openClickHouseStore } from './start/open-clickhouse-store.ts';
import { openPostgresStore } from './start/open-postgres-store.ts';
import { openTls } from './start/open-tls.ts';
import { addProcessMetrics } from './start/process-metrics.ts';
import { Stage } from './start/stage.ts';
import { systemClock as clock, systemRandom as random } from './start/system.ts';
import { version } from './start/version.ts';
import { ClickHouseDomainSightings } from './storage/clickhouse/domain-sightings.ts';
import { ClickHouseKnownDomains } from './storage/clickhouse/known-domains.ts';
import { ClickHousePassiveDns } from './storage/clickhouse/passive-dns.ts';
import { ClickHouseQuerySearch } from './storage/clickhouse/query-search.ts';
import { ClickHouseRetention } from './storage/clickhouse/retention.ts';
import { ClickHouseRowStore } from './storage/clickhouse/row-store.ts';
import { ClickHouseStoreHealth } from './storage/clickhouse/store-health.ts';
import { ClickHouseTrafficStore } from './storage/clickhouse/traffic-store.ts';
import { collectorId } from './storage/files/collector-id.ts';
import { openKeyFile } from './storage/files/key-file.ts';
import { tokenSecret } from './storage/files/token-secret.ts';
import { createAccountAdministration } from './storage/postgres/account-administration.ts';
import { createAccountStore } from './storage/postgres/accounts.ts';
import { createAgentStore } from './storage/postgres/agents.ts';
import { createApiKeyStore } from './storage/postgres/api-keys.ts';
import { createAuditLog } from './storage/postgres/audit-log.ts';
import { createBatchRegistry } from './storage/postgres/batches.ts';
import { createCredentialStore } from './storage/postgres/credentials.ts';
import { openEventBus } from './storage/postgres/event-bus/event-bus.ts';
import { createExclusionStore } from './storage/postgres/exclusions.ts';
import { createFeedStateStore } from './storage/postgres/feed-states.ts';
import { createIndicatorStore } from './storage/postgres/indicators.ts';
import { createLeases } from './storage/postgres/leases.ts';
import { createLedgerStore } from './storage/postgres/ledgers.ts';
import { createLocationStore } from './storage/postgres/locations.ts';
import { createLoginAttempts } from './storage/postgres/login-attempts.ts';
import { createPolicyRuleStore } from './storage/postgres/policy-rules.ts';
import { createResolverReports } from './storage/postgres/resolver-reports.ts';
import { createResolverStore } from './storage/postgres/resolvers.ts';
import { createThreatStore } from './storage/postgres/threats.ts';
import { createUsageStore } from './storage/postgres/usage.ts';
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

/** Builds the collector out of its parts and starts it. Stops what has started where a part fails to. */
export async function startCollector(config: Config, log: Log): Promise<RunningCollector> {
  const stage = new Stage(log);
  try {
    return await start(config, log, stage);
  } catch (error) {
    await stage.stop();
    throw error;
  }
}

async function start(config: Config, log: Log, stage: Stage): Promise<RunningCollector> {
  const registry = new Registry();
  const meter = createPrometheusMeter(registry);
  addProcessMetrics(registry);

  const dataDirectory = resolve(config.dataDirectory);
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const [{ postgres, connection }, { clickhouse, topology }] = await Promise.all([
    openPostgresStore({ url: config.databaseUrl, dataDirectory, log }, stage),
    openClickHouseStore(
      {
        url: config.clickhouseUrl,
        cluster: config.clickhouseCluster,
        dataDirectory,
        memoryBytes: config.clickhouseMemoryBytes,
        log,
      },
      stage,
    ),
  ]);

  const accounts = createAccountStore(postgres);
  const apiKeys = createApiKeyStore(postgres);
  const locations = createLocationStore(postgres);
  const agents = createAgentStore(postgres);
  const threats = createThreatStore(postgres);
  const indicators = createIndicatorStore(postgres);
  const resolvers = createResolverStore(postgres);
  const policyRules = createPolicyRuleStore(postgres);
  const resolverReports = createResolverReports(postgres);
  const exclusions = createExclusionStore(postgres);
  const batches = createBatchRegistry(postgres);
  const credentials = createCredentialStore(postgres);
  const attempts = createLoginAttempts(postgres);
  const accountAdministration = createAccountAdministration(postgres);
  const audit = createAuditLog(postgres);
  const bus = await openEventBus({ connection, postgres, log });
  stage.add('event bus', { stop: () => bus.close() });
  const traffic = new ClickHouseTrafficStore(clickhouse);
  const rows = new ClickHouseRowStore(clickhouse, topology);
  const querySearch = new ClickHouseQuerySearch(clickhouse);
  const passiveDns = new ClickHousePassiveDns(clickhouse);
  const domainSightings = new ClickHouseDomainSightings(clickhouse);
  const ledgers = createLedgerStore(postgres);
  const spool = await FileSpool.open(join(dataDirectory, 'spool'));

  const administrator = await ensureAdministrator({ accounts, apiKeys, random }, config);
  if (config.provisionAgent !== undefined) {
    const keyFile = openKeyFile(resolve(config.provisionAgent));
    const location = { accountId: administrator.account.id, name: hostname() };
    await provisionAgent({ locations, apiKeys, random, keyFile }, location);
  }

  const publisher = createBusPublisher(bus, meter);
  const onThreat = (threat: Threat) => void announceThreat(threat, { locations, publisher, clock, log });
  const matcher = new IndicatorMatcher();
  const id = await collectorId(dataDirectory, random);
  const history = new DomainHistory();
  const detectionRules = new DetectionRules();
  const detectorFailures = meter.counter(
    'sonde_row_detector_failures_total',
    'Batches in the midst of which a detector of rows failed.',
    ['detector'],
  );
  const detectors = [
    createIndicatorDetector(matcher, detectionRules.settingsOf),
    createTrafficDetector(createRowDetectors({ history }), detectionRules.settingsOf, (detector, error) => {
      detectorFailures.add(1, { detector });
      log.error({ err: error, detector }, 'a detector of rows failed on a batch');
    }),
  ];
  const storer = new Storer(
    {
      spool,
      registry: batches,
      rows,
      threats,
      detectors,
      random,
      meter,
      log,
      onThreat,
    },
    id,
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
      retentionDays: config.retention / dayMilliseconds,
      onAccepted: (batch) => storer.add(batch),
    },
  );

  const passwords = new PasswordHasher(random);
  const secret =
    config.tokenSecret === undefined
      ? await tokenSecret(dataDirectory, random)
      : Buffer.from(config.tokenSecret);
  const tokens = new Tokens({ secret, clock, random });
  const byToken = tokenAuthentication(tokens, credentials);
  const usage = createUsageStore(postgres);
  const quota = new DailyQuota({ usage, clock, meter, log });
  stage.add('quota', { stop: () => quota.flush() });
  const authentication = new KeyAuthentication({ apiKeys, accounts, clock });
  const authenticate: Authenticate = (credential) =>
    looksLikeToken(credential) ? byToken(credential) : authentication.authenticate(credential);
  stage.add('authentication', { stop: async () => authentication.close() });
  const brokenParts = new BrokenPartsWatch({ store: new ClickHouseStoreHealth(clickhouse), meter, log });
  const retention = new ClickHouseRetention(clickhouse, topology);
  const retentionPolicy = {
    rowDays: config.retention / dayMilliseconds,
    rollupDays: config.rollupRetention / dayMilliseconds,
    maxBytes: config.storeBytes,
  };
  const userAgent = `Sonde/${version}`;
  const guardedFetch = createGuardedFetch({
    resolver: createSystemResolver(),
    policy: new AddressPolicy(config.allowedNetworks),
    userAgent,
  });
  const feedStates = createFeedStateStore(postgres);
  const { enabled: enabledFeeds, unknown: unknownFeeds } = chooseFeeds(feeds, config.feeds);
  if (unknownFeeds.length > 0) log.warn({ feeds: unknownFeeds }, 'there are no such feeds');
  const feedsFrom = feedPorts(config, {
    fetch: guardedFetch,
    states: feedStates,
    indicators,
    matcher,
    leases: createLeases(postgres),
    collectorId: id,
    userAgent,
    clock,
    log,
  });
  const runningJobs = stage.add(
    'jobs',
    runJobs(
      jobs,
      {
        matcher,
        indicators,
        detectionRules,
        exclusions,
        enabledFeeds,
        feedPorts: feedsFrom,
        registry: batches,
        clock,
        registryDays,
        attempts,
        audit,
        ledgers,
        authentication,
        usage,
        quota,
        brokenParts,
        retention,
        retentionPolicy,
      },
      { log, meter },
    ),
  );
  // Rows that an earlier process left are examined by the same indicators as new ones.
  await runningJobs.ready;
  await recallDomains(history, { knownDomains: new ClickHouseKnownDomains(clickhouse), log });
  await storer.start();
  stage.add('storer', storer);

  const callQuota = dailyCallQuota(quota, clock);
  const graphql = stage.add(
    'graphql',
    await createGraphqlFace({
      ports: { accountAdministration },
      log,
      explorer: config.graphqlExplorer === 'on',
      ...graphqlAdmission({ authenticate, quota: callQuota }),
    }),
  );
  const app = createApp({
    endpoints,
    ports: {
      accounts,
      accountAdministration,
      agents,
      apiKeys,
      attempts,
      audit,
      clock,
      credentials,
      detectionRules,
      domainSightings,
      enabledFeeds,
      exclusions,
      feedStates,
      feeds,
      indicators,
      ingest,
      ledgers,
      locations,
      matcher,
      onThreat,
      passiveDns,
      passwords,
      policyRules,
      querySearch,
      random,
      resolverReports,
      resolvers,
      threats,
      tokens,
      traffic,
      usage,
    },
    authenticate,
    quota: callQuota,
    systemRoutes: [
      indexRoute(),
      ...(await docsRoutes(openApiDocument(endpoints, version, events))),
      ...healthRoutes(
        [
          { name: 'postgres', check: async () => void (await postgres.query('SELECT 1')) },
          { name: 'clickhouse', check: () => requireAnswer(clickhouse.ping()) },
          { name: 'spool', check: async () => requireNone(storer.trouble) },
        ],
        log,
        () => brokenParts.warnings,
      ),
      metricsRoute(registry),
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
    statistics: platformStatistics,
    clock,
    log,
    meter,
  });
  followBus(bus, socket.deliver);

  // Last, since who can connect may ask for everything.
  const tls = await openTls(config, log, stage);
  const serving = await serve(app.callback(), config.listen, random, { attach: socket.attach, tls });
  stage.add('http', { stop: () => serving.stop(config.drainTime) });
  stage.add('socket', socket);
  return { addresses: serving.addresses, newAdminKey: administrator.newKey, stop: () => stage.stop() };
}

async function requireAnswer(answer: Promise<boolean>): Promise<void> {
  if (!(await answer)) throw new Error('no answer');
}

function requireNone(trouble: string | undefined): void {
  if (trouble !== undefined) throw new Error(trouble);
}
