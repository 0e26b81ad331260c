import type { ClickHouse } from '../storage/clickhouse/clickhouse.ts';
import { ClickHouseDomainScans } from '../storage/clickhouse/domain-scans.ts';
import { ClickHouseDomainSightings } from '../storage/clickhouse/domain-sightings.ts';
import { ClickHouseKnownDomains } from '../storage/clickhouse/known-domains.ts';
import type { Topology } from '../storage/clickhouse/migrations/topology.ts';
import { ClickHousePassiveDns } from '../storage/clickhouse/passive-dns.ts';
import { ClickHouseQuerySearch } from '../storage/clickhouse/query-search.ts';
import { ClickHouseReconciler } from '../storage/clickhouse/reconciler.ts';
import { ClickHouseRetention } from '../storage/clickhouse/retention.ts';
import { ClickHouseRowStore } from '../storage/clickhouse/row-store.ts';
import { ClickHouseRuleReplay } from '../storage/clickhouse/rule-replay.ts';
import { ClickHouseStoreHealth } from '../storage/clickhouse/store-health.ts';
import { ClickHouseStoredRowFinder } from '../storage/clickhouse/stored-row-finder.ts';
import { ClickHouseTrafficStore } from '../storage/clickhouse/traffic-store.ts';
import { createAccountAdministration } from '../storage/postgres/accounts/account-administration.ts';
import { createAccountStore } from '../storage/postgres/accounts/accounts.ts';
import { createApiKeyStore } from '../storage/postgres/accounts/api-keys.ts';
import { createAuditLog } from '../storage/postgres/accounts/audit-log.ts';
import { createCredentialStore } from '../storage/postgres/accounts/credentials.ts';
import { createLoginAttempts } from '../storage/postgres/accounts/login-attempts.ts';
import { createUsageStore } from '../storage/postgres/accounts/usage.ts';
import { createAgentStore } from '../storage/postgres/agents.ts';
import { createBatchRegistry } from '../storage/postgres/batches.ts';
import { createClientFingerprintStore } from '../storage/postgres/client-fingerprints.ts';
import { createExclusionStore } from '../storage/postgres/exclusions.ts';
import { createFeedStateStore } from '../storage/postgres/feed-states.ts';
import { createIndicatorStore } from '../storage/postgres/indicators.ts';
import { createLeases } from '../storage/postgres/leases.ts';
import { createLedgerStore } from '../storage/postgres/ledgers.ts';
import { createLocationStore } from '../storage/postgres/locations.ts';
import { createChannelStore } from '../storage/postgres/notifications/channels.ts';
import { createNotificationQueue } from '../storage/postgres/notifications/queue.ts';
import type { Postgres } from '../storage/postgres/pool.ts';
import { createPolicyRuleStore } from '../storage/postgres/resolvers/policy-rules.ts';
import { createPolicySourceStore } from '../storage/postgres/resolvers/policy-sources.ts';
import { createResolverReports } from '../storage/postgres/resolvers/resolver-reports.ts';
import { createResolverStore } from '../storage/postgres/resolvers/resolvers.ts';
import { createBulkJobStore } from '../storage/postgres/scans/bulk-jobs.ts';
import { createTrackedDomainStore } from '../storage/postgres/scans/tracked-domains.ts';
import { createCanaryStore } from '../storage/postgres/threats/canaries.ts';
import { createDetectionTuning } from '../storage/postgres/threats/detection-tuning.ts';
import { createFeedHits } from '../storage/postgres/threats/feed-hits.ts';
import { createThreatStore } from '../storage/postgres/threats.ts';

/** Every port that a database serves: what people edit in PostgreSQL, what only grows in ClickHouse. */
export function createStores(postgres: Postgres, clickhouse: ClickHouse, topology: Topology) {
  return {
    accountAdministration: createAccountAdministration(postgres),
    accounts: createAccountStore(postgres),
    agents: createAgentStore(postgres),
    apiKeys: createApiKeyStore(postgres),
    attempts: createLoginAttempts(postgres),
    audit: createAuditLog(postgres),
    batches: createBatchRegistry(postgres),
    bulkJobs: createBulkJobStore(postgres),
    clientFingerprints: createClientFingerprintStore(postgres),
    canaries: createCanaryStore(postgres),
    credentials: createCredentialStore(postgres),
    exclusions: createExclusionStore(postgres),
    feedHits: createFeedHits(postgres),
    feedStates: createFeedStateStore(postgres),
    indicators: createIndicatorStore(postgres),
    leases: createLeases(postgres),
    ledgers: createLedgerStore(postgres),
    locations: createLocationStore(postgres),
    notificationChannels: createChannelStore(postgres),
    notificationQueue: createNotificationQueue(postgres),
    policyRules: createPolicyRuleStore(postgres),
    policySources: createPolicySourceStore(postgres),
    resolverReports: createResolverReports(postgres),
    resolvers: createResolverStore(postgres),
    threats: createThreatStore(postgres),
    trackedDomains: createTrackedDomainStore(postgres),
    tuning: createDetectionTuning(postgres),
    usage: createUsageStore(postgres),

    domainScans: new ClickHouseDomainScans(clickhouse, topology),
    domainSightings: new ClickHouseDomainSightings(clickhouse),
    knownDomains: new ClickHouseKnownDomains(clickhouse),
    passiveDns: new ClickHousePassiveDns(clickhouse),
    querySearch: new ClickHouseQuerySearch(clickhouse),
    retention: new ClickHouseRetention(clickhouse, topology),
    rows: new ClickHouseRowStore(clickhouse, topology),
    finder: new ClickHouseStoredRowFinder(clickhouse),
    reconciler: new ClickHouseReconciler(clickhouse),
    ruleReplay: new ClickHouseRuleReplay(clickhouse),
    storeHealth: new ClickHouseStoreHealth(clickhouse),
    traffic: new ClickHouseTrafficStore(clickhouse),
  };
}

export type Stores = ReturnType<typeof createStores>;
