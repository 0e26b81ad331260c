import type { NamedCount, TrafficScope, TrafficTotals } from '../../../../ports/traffic/traffic.ts';
import type { TrafficOverview } from '../../../../ports/traffic/traffic-overview.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { buckets } from './buckets.ts';
import { isFailure } from './failure.ts';
import { fromRollup } from './scope.ts';
import { seriesOfRows } from './series-of-rows.ts';

type Dimension = 'outcome' | 'query_type' | 'response_code' | 'transport' | 'location_id' | 'agent_id';
const dimensions: readonly Dimension[] = [
  'outcome',
  'query_type',
  'response_code',
  'transport',
  'location_id',
  'agent_id',
];

/** A sum over all rows that have one value in one column; `dimension` says in which. */
interface Group extends Readonly<Record<Dimension, string | number>> {
  readonly dimension: Dimension | 'at';
  readonly at: number;
  readonly queries: number;
  readonly failures: number;
  readonly query_bytes: number;
  readonly response_bytes: number;
  readonly first: number;
  readonly last: number;
}

export type OverviewCounts = Pick<
  TrafficOverview,
  'series' | 'types' | 'responseCodes' | 'transports' | 'locations' | 'agents' | 'sizes'
> & {
  readonly totals: Omit<TrafficTotals, 'uniqueClients' | 'uniqueNames' | 'latencyMs'>;
};

/**
 * All that minutes can tell of a scope, in one walk over them. Buckets begin at multiples of their length since 1970; the
 * first and the last hold what lies within the scope.
 */
export async function overviewCounts(
  clickhouse: ClickHouse,
  scope: TrafficScope,
  bucketSeconds: number,
): Promise<OverviewCounts> {
  const points = buckets(scope, bucketSeconds);
  // Minutes cannot tell of parts of them.
  const bySeconds = bucketSeconds % 60 === 0 ? undefined : seriesOfRows(clickhouse, scope, bucketSeconds);
  const groups = await groupsOf(clickhouse, scope, bySeconds === undefined ? bucketSeconds : 60);
  const outcomes = groups.filter(({ dimension }) => dimension === 'outcome');
  const sum = (of: (group: Group) => number, among = outcomes): number =>
    among.reduce((total, group) => total + of(group), 0);
  const having = (outcome: string): number =>
    sum(
      ({ queries }) => queries,
      outcomes.filter((group) => group.outcome === outcome),
    );
  const time = (micros: readonly number[], pick: (...values: number[]) => number): Date | null =>
    micros.length === 0 ? null : new Date(Math.floor(pick(...micros) / 1_000));
  const byTime = new Map(
    groups.filter(({ dimension }) => dimension === 'at').map((group) => [group.at * 1_000, group]),
  );
  const by = <Name extends string | number>(dimension: Dimension): NamedCount<Name>[] =>
    groups
      .filter((group) => group.dimension === dimension)
      .map((group) => ({ name: group[dimension] as Name, count: group.queries }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  return {
    totals: {
      queries: sum(({ queries }) => queries),
      answered: having('answered'),
      unanswered: having('unanswered'),
      orphans: having('orphan'),
      firstSeenAt: time(
        outcomes.map(({ first }) => first),
        Math.min,
      ),
      lastSeenAt: time(
        outcomes.map(({ last }) => last),
        Math.max,
      ),
    },
    series:
      (await bySeconds) ??
      points.map((at) => {
        const { queries = 0, failures = 0 } = byTime.get(at.getTime()) ?? {};
        return { at, queries, failures };
      }),
    sizes: {
      queryBytes: sum(({ query_bytes }) => query_bytes),
      responseBytes: sum(({ response_bytes }) => response_bytes),
    },
    types: by('query_type'),
    responseCodes: by('response_code'),
    transports: by('transport'),
    locations: by('location_id'),
    agents: by('agent_id'),
  };
}

async function groupsOf(
  clickhouse: ClickHouse,
  scope: TrafficScope,
  bucketSeconds: number,
): Promise<Group[]> {
  const columns = dimensions.join(', ');
  const at = (column: string): string =>
    `intDiv(toUnixTimestamp(${column}), {seconds:UInt32}) * {seconds:UInt32} AS at`;
  const { sql, parameters } = fromRollup(scope, 'minute', {
    rollup: `SELECT ${at('minute')}, ${columns}, queries, query_bytes, response_bytes, first_seen AS first, last_seen AS last
      FROM traffic_minutes WHERE %s`,
    rows: `SELECT ${at('observed_at')}, ${columns}, count() AS queries, sum(query_size) AS query_bytes,
        sum(response_size) AS response_bytes, min(observed_at) AS first, max(observed_at) AS last
      FROM queries WHERE %s GROUP BY at, ${columns}`,
  });
  const sets = ['at', ...dimensions];
  const dimension = sets.map((column) => `grouping(${column}) = 0, '${column}'`).join(', ');
  return clickhouse.query<Group>(
    `SELECT multiIf(${dimension}, '') AS dimension, at, ${columns}, sum(queries) AS queries,
       sumIf(queries, ${isFailure}) AS failures, sum(query_bytes) AS query_bytes, sum(response_bytes) AS response_bytes,
       toUnixTimestamp64Micro(min(first)) AS first, toUnixTimestamp64Micro(max(last)) AS last
     FROM ${sql} GROUP BY GROUPING SETS (${sets.map((column) => `(${column})`).join(', ')})`,
    { ...parameters, seconds: bucketSeconds },
  );
}
