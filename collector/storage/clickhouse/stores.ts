import { NotStored } from '@sonde/shared/errors.ts';
import type { AccountTraffic } from '../../ports/accounts/account-exports.ts';
import type { StoreProfile } from '../../ports/ingest/store-profile.ts';
import type { StoredRowFinder } from '../../ports/ingest/stored-rows.ts';
import type { DomainScanHistory } from '../../ports/scans/domain-scans.ts';
import type { DomainSightings } from '../../ports/traffic/domain-sightings.ts';
import type { EncryptedFlowStore } from '../../ports/traffic/encrypted-flows.ts';
import type { KnownDomains } from '../../ports/traffic/known-domains.ts';
import type { TrafficMovers } from '../../ports/traffic/movers.ts';
import type { PassiveDns } from '../../ports/traffic/passive-dns.ts';
import type { QuerySearch } from '../../ports/traffic/query-search.ts';
import type { Reconciler } from '../../ports/traffic/reconciliation.ts';
import type { RuleReplay } from '../../ports/traffic/rule-replay.ts';
import type { SeenDomains } from '../../ports/traffic/seen-domains.ts';
import type { StoreHealth } from '../../ports/traffic/store-health.ts';
import type { TrafficStore } from '../../ports/traffic/traffic-store.ts';
import type { CertificateArchive } from '../../ports/transparency/certificates.ts';
import type { ClickHouse } from './clickhouse.ts';
import { noDetails, noRecords } from './lean-rows.ts';
import { oneMachine, type Topology } from './migrations/topology.ts';
import { appendScans } from './queries/append-scans.ts';
import { brokenParts } from './queries/broken-parts.ts';
import { appendCertificates, searchCertificates } from './queries/certificates.ts';
import { encryptedShare } from './queries/counts/encrypted-share.ts';
import { histogram } from './queries/counts/histogram.ts';
import { latestDomains } from './queries/counts/known-domains.ts';
import { clientMovers, domainMovers, nameMovers } from './queries/counts/movers.ts';
import { newDomains } from './queries/counts/new-domains.ts';
import { overview } from './queries/counts/overview.ts';
import { periodTotals } from './queries/counts/period-totals.ts';
import { topDomains } from './queries/counts/top-domains.ts';
import { topFailures } from './queries/counts/top-failures.ts';
import { findScans, scanHistory, scansBetween, scansSince } from './queries/domain-scans.ts';
import { insertFlows, searchFlows } from './queries/encrypted-flows.ts';
import { countStored } from './queries/searches/count-stored.ts';
import { exportPassiveDns, leftOutTraffic } from './queries/searches/export-passive-dns.ts';
import { exportQueries } from './queries/searches/export-queries.ts';
import { passiveRecordsByData, passiveRecordsByName } from './queries/searches/passive-records.ts';
import { reconcile } from './queries/searches/reconcile.ts';
import { replayRule } from './queries/searches/replay-rule.ts';
import { searchQueries } from './queries/searches/search-queries.ts';
import { beginOfSource, firstSeenDomains, newShownDomains, noteDomains } from './queries/seen-domains.ts';
import { ClickHouseRetention } from './retention.ts';
import { ClickHouseRowStore } from './row-store.ts';

/**
 * Creates every port that ClickHouse serves. A store is a table of questions; a question is a function of its own below
 * `queries/`, which takes the ClickHouse to ask first. A new one is a line here. Every error is a StoreError.
 */
export function createClickHouseStores(
  clickhouse: ClickHouse,
  topology: Topology = oneMachine,
  profile: StoreProfile = 'standard',
) {
  const isLean = profile === 'lean';
  return {
    accountTraffic: {
      leftOut: leftOutTraffic,
      ...askedOf(clickhouse, { passiveDns: exportPassiveDns }),
    } satisfies AccountTraffic,
    certificateArchive: {
      append: (certificates, day) =>
        appendCertificates(clickhouse, topology.local('certificates'), certificates, day),
      ...askedOf(clickhouse, { search: searchCertificates }),
    } satisfies CertificateArchive,
    domainScans: {
      append: (scans, token) => appendScans(clickhouse, topology.local('domain_scans'), scans, token),
      ...askedOf(clickhouse, {
        list: scanHistory,
        parts: scansBetween,
        byId: findScans,
        countSince: scansSince,
      }),
    } satisfies DomainScanHistory,
    domainSightings: askedOf(clickhouse, { newDomains }) satisfies DomainSightings,
    encryptedFlows: askedOf(clickhouse, {
      insert: insertFlows,
      search: searchFlows,
      share: encryptedShare,
    }) satisfies EncryptedFlowStore,
    finder: askedOf(clickhouse, { countStored }) satisfies StoredRowFinder,
    knownDomains: askedOf(clickhouse, { latest: latestDomains }) satisfies KnownDomains,
    passiveDns: askedOf(clickhouse, {
      byName: passiveRecordsByName,
      byData: passiveRecordsByData,
    }) satisfies PassiveDns,
    querySearch: askedOf(clickhouse, {
      search: searchQueries,
      export: exportQueries,
    }) satisfies QuerySearch,
    reconciler: (isLean
      ? { reconcile: () => Promise.reject(new NotStored(noDetails)) }
      : askedOf(clickhouse, { reconcile })) satisfies Reconciler,
    retention: new ClickHouseRetention(clickhouse, topology),
    rows: new ClickHouseRowStore(clickhouse, topology, profile),
    ruleReplay: {
      replay: (scope, match) =>
        isLean && match.kind === 'response'
          ? Promise.reject(new NotStored(noRecords))
          : replayRule(clickhouse, scope, match),
    } satisfies RuleReplay,
    seenDomains: {
      note: (source, domains) => noteDomains(clickhouse, topology, source, domains),
      ...askedOf(clickhouse, {
        newOnes: newShownDomains,
        firstSeen: firstSeenDomains,
        begin: beginOfSource,
      }),
    } satisfies SeenDomains,
    storeHealth: askedOf(clickhouse, { brokenParts }) satisfies StoreHealth,
    movers: askedOf(clickhouse, {
      totals: periodTotals,
      names: nameMovers,
      clients: clientMovers,
      domains: domainMovers,
    }) satisfies TrafficMovers,
    traffic: askedOf(clickhouse, {
      overview,
      histogram,
      topDomains,
      topFailures,
    }) satisfies TrafficStore,
  };
}

type Questions = Readonly<Record<string, (clickhouse: ClickHouse, ...question: never[]) => unknown>>;

/** Questions that know whom they ask. */
type Asked<Unbound extends Questions> = {
  readonly [Name in keyof Unbound]: Unbound[Name] extends (
    clickhouse: ClickHouse,
    ...question: infer Question
  ) => infer Answer
    ? (...question: Question) => Answer
    : never;
};

function askedOf<Unbound extends Questions>(clickhouse: ClickHouse, questions: Unbound): Asked<Unbound> {
  const bound = Object.entries(questions).map(([name, ask]) => [name, ask.bind(undefined, clickhouse)]);
  return Object.fromEntries(bound) as Asked<Unbound>;
}
