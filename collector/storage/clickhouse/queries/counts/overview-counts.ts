import type { QueryFilter } from '../../../../ports/traffic/query-search.ts';
import type { NamedCount, TrafficTotals } from '../../../../ports/traffic/traffic.ts';
import type { TrafficOverview } from '../../../../ports/traffic/traffic-overview.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { buckets } from './buckets.ts';
import { isFailure } from './failure.ts';
import { fromRollup } from './scope.ts';
import { seriesOfRows } from './series-of-rows.ts';

/**
 * Rows are summed up by these sets: time, what was asked and how it was answered, and who told. Each set costs a
 * grouping in the engine, and what is wanted by one column alone is summed up here: sets have some hundreds of members
 * at most.
 */
const sets = {
  time: ['at'],
  exchange: ['outcome', 'query_type', 'response_code', 'transport'],
  sender: ['location_id', 'agent_id'],
} as const;
type Exchange = (typeof sets.exchange)[number];
type Sender = (typeof sets.sender)[number];
const columns = [...sets.exchange, ...sets.sender].join(', ');

/** A sum over all rows that agree in the columns of one set. */
interface Group extends Readonly<Record<Exchange | Sender, string | number>> {
  readonly of: keyof typeof sets;
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
 * Counts all that minutes can tell of a scope, in one walk over them. Buckets begin at multiples of their length since
 * 1970; the first and the last hold what lies within the scope.
 */
export async function overviewCounts(
  clickhouse: ClickHouse,
  scope: QueryFilter,
  bucketSeconds: number,
): Promise<OverviewCounts> {
  const points = buckets(scope, bucketSeconds);
  // Minutes cannot tell of parts of them.
  const bySeconds = bucketSeconds % 60 === 0 ? undefined : seriesOfRows(clickhouse, scope, bucketSeconds);
  const groups = await groupsOf(clickhouse, scope, bySeconds === undefined ? bucketSeconds : 60);
  const groupsBy = (of: keyof typeof sets): Group[] => groups.filter((group) => group.of === of);
  const exchanges = groupsBy('exchange');
  const senders = groupsBy('sender');
  const sum = (of: (group: Group) => number, among = exchanges): number =>
    among.reduce((total, group) => total + of(group), 0);
  const having = (outcome: string): number =>
    sum(
      ({ queries }) => queries,
      exchanges.filter((group) => group.outcome === outcome),
    );
  const time = (micros: readonly number[], pick: (...values: number[]) => number): Date | null =>
    micros.length === 0 ? null : new Date(Math.floor(pick(...micros) / 1_000));
  const byTime = new Map(groupsBy('time').map((group) => [group.at * 1_000, group]));
  return {
    totals: {
      queries: sum(({ queries }) => queries),
      answered: having('answered'),
      unanswered: having('unanswered'),
      orphans: having('orphan'),
      firstSeenAt: time(
        exchanges.map(({ first }) => first),
        Math.min,
      ),
      lastSeenAt: time(
        exchanges.map(({ last }) => last),
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
    types: countsBy(exchanges, 'query_type'),
    responseCodes: countsBy(exchanges, 'response_code'),
    transports: countsBy(exchanges, 'transport'),
    locations: countsBy(senders, 'location_id'),
    agents: countsBy(senders, 'agent_id'),
  };
}

function countsBy<Name extends string | number>(
  groups: readonly Group[],
  column: Exchange | Sender,
): NamedCount<Name>[] {
  const counts = new Map<Name, number>();
  for (const group of groups) {
    const name = group[column] as Name;
    counts.set(name, (counts.get(name) ?? 0) + group.queries);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

async function groupsOf(clickhouse: ClickHouse, scope: QueryFilter, bucketSeconds: number): Promise<Group[]> {
  const at = (column: string): string =>
    `intDiv(toUnixTimestamp(${column}), {seconds:UInt32}) * {seconds:UInt32} AS at`;
  const { sql, parameters } = fromRollup(scope, 'minute', {
    rollup: `SELECT ${at('minute')}, ${columns}, queries, query_bytes, response_bytes, first_seen AS first, last_seen AS last
      FROM traffic_minutes WHERE %s`,
    rows: `SELECT ${at('observed_at')}, ${columns}, count() AS queries, sum(query_size) AS query_bytes,
        sum(response_size) AS response_bytes, min(observed_at) AS first, max(observed_at) AS last
      FROM queries WHERE %s GROUP BY at, ${columns}`,
  });
  const members = Object.entries(sets);
  const of = members.map(([name, [column]]) => `grouping(${column}) = 0, '${name}'`).join(', ');
  return clickhouse.query<Group>(
    `SELECT multiIf(${of}, '') AS of, at, ${columns}, sum(queries) AS queries,
       sumIf(queries, ${isFailure}) AS failures, sum(query_bytes) AS query_bytes, sum(response_bytes) AS response_bytes,
       toUnixTimestamp64Micro(min(first)) AS first, toUnixTimestamp64Micro(max(last)) AS last
     FROM ${sql} GROUP BY GROUPING SETS (${members.map(([, set]) => `(${set.join(', ')})`).join(', ')})`,
    { ...parameters, seconds: bucketSeconds },
  );
}
