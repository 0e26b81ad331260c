import type { TrafficScope, TrafficTotals } from '../../../../ports/traffic/traffic.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { latency } from './latency.ts';
import { fromRollup } from './scope.ts';
import { uniqueClients } from './unique-clients.ts';
import { uniqueNames } from './unique-names.ts';

interface CountsRow {
  readonly queries: number;
  readonly answered: number;
  readonly unanswered: number;
  readonly orphans: number;
  readonly first: number;
  readonly last: number;
}

/** Counts are exact; unique clients and names are estimates beyond some hundreds, latencies are sketched. */
export async function totals(clickhouse: ClickHouse, scope: TrafficScope): Promise<TrafficTotals> {
  const [row, clients, names, latencyMs] = await Promise.all([
    counts(clickhouse, scope),
    uniqueClients(clickhouse, scope),
    uniqueNames(clickhouse, scope),
    latency(clickhouse, scope),
  ]);
  const { queries, answered, unanswered, orphans, first, last } = row;
  return {
    queries,
    answered,
    unanswered,
    orphans,
    uniqueClients: clients,
    uniqueNames: names,
    latencyMs,
    firstSeenAt: queries === 0 ? null : new Date(Math.floor(first / 1_000)),
    lastSeenAt: queries === 0 ? null : new Date(Math.floor(last / 1_000)),
  };
}

async function counts(clickhouse: ClickHouse, scope: TrafficScope): Promise<CountsRow> {
  const { sql, parameters } = fromRollup(scope, 'minute', {
    rollup: `SELECT outcome, sum(queries) AS queries, min(first_seen) AS first, max(last_seen) AS last
      FROM traffic_minutes WHERE %s GROUP BY outcome`,
    rows: `SELECT outcome, count() AS queries, min(observed_at) AS first, max(observed_at) AS last
      FROM queries WHERE %s GROUP BY outcome`,
  });
  const [row] = await clickhouse.query<CountsRow>(
    `SELECT sum(queries) AS queries,
       sumIf(queries, outcome = 'answered') AS answered,
       sumIf(queries, outcome = 'unanswered') AS unanswered,
       sumIf(queries, outcome = 'orphan') AS orphans,
       toUnixTimestamp64Micro(min(first)) AS first,
       toUnixTimestamp64Micro(max(last)) AS last
     FROM ${sql}`,
    parameters,
  );
  return row!;
}
