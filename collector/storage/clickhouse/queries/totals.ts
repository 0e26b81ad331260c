import type { TrafficScope, TrafficTotals } from '../../../ports/traffic.ts';
import type { ClickHouse } from '../clickhouse.ts';
import { inScope, scopeParameters } from './scope.ts';

interface TotalsRow {
  readonly queries: number;
  readonly answered: number;
  readonly unanswered: number;
  readonly orphans: number;
  readonly clients: number;
  readonly names: number;
  readonly latencies: readonly (number | null)[];
  readonly first: number;
  readonly last: number;
}

/** Unique clients and names are estimates beyond some thousands (1 % off), latencies are within 1 % of their value. */
export async function totals(clickhouse: ClickHouse, scope: TrafficScope): Promise<TrafficTotals> {
  const [row] = await clickhouse.query<TotalsRow>(
    `SELECT count() AS queries,
       countIf(outcome = 'answered') AS answered,
       countIf(outcome = 'unanswered') AS unanswered,
       countIf(outcome = 'orphan') AS orphans,
       uniqCombined(client_address) AS clients,
       uniqCombined(query_name) AS names,
       quantilesDDIf(0.01, 0.5, 0.95, 0.99)(latency_us, outcome = 'answered') AS latencies,
       toUnixTimestamp64Micro(min(observed_at)) AS first,
       toUnixTimestamp64Micro(max(observed_at)) AS last
     FROM queries WHERE ${inScope}`,
    scopeParameters(scope),
  );
  const { queries, answered, unanswered, orphans, clients, names, latencies, first, last } = row!;
  const [p50, p95, p99] = latencies.map((microseconds) => (microseconds ?? 0) / 1_000);
  return {
    queries,
    answered,
    unanswered,
    orphans,
    uniqueClients: clients,
    uniqueNames: names,
    latencyMs: answered === 0 ? null : { p50: p50!, p95: p95!, p99: p99! },
    firstSeenAt: queries === 0 ? null : new Date(Math.floor(first / 1_000)),
    lastSeenAt: queries === 0 ? null : new Date(Math.floor(last / 1_000)),
  };
}
