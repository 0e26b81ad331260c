import {
  type ClientMovers,
  type Mover,
  mostMovers,
  type NameMovers,
} from '../../../../ports/traffic/movers.ts';
import type { TrafficScope } from '../../../../ports/traffic/traffic.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { registrableDomain } from '../../migrations/rollup.ts';
import { plainAddress } from '../address.ts';
import type { Condition } from '../conditions.ts';
import { fromRollup } from './scope.ts';

/** A list of movers as the engine gives it: the change downwards, by which it is in order, then a mover's fields. */
type Listed = [change: number, name: string, queries: number, before: number];

/**
 * Finds the names that were asked for more often, or less, than in another period, and those that failed more often, or
 * less; exact, as the lists of the most frequent are. All of it comes of one grouping by name, which is what is dear.
 */
export async function nameMovers(
  clickhouse: ClickHouse,
  after: TrafficScope,
  before: TrafficScope,
  limit: number,
): Promise<NameMovers> {
  const { sql, parameters } = bothPeriods(after, before, ['queries', 'failures'], {
    rollup: `SELECT name, queries, if(response_code = 0, 0, queries + earlier) AS failures FROM hour_names WHERE %s`,
    rows: `SELECT query_name AS name, count() AS queries,
        countIf(response_code != 0 AND name_service = 'dns') AS failures
      FROM queries WHERE %s GROUP BY name`,
  });
  const [found] = await clickhouse.query<{
    after: number;
    before: number;
    names: Listed[];
    failing: Listed[];
  }>(
    `SELECT countIf(queries_now > 0) AS after, countIf(queries_then > 0) AS before,
       ${listOf('queries')} AS names, ${listOf('failures')} AS failing FROM ${sql}`,
    { ...parameters, limit },
  );
  return { unique: uniqueIn(found), names: moversIn(found?.names), failing: moversIn(found?.failing) };
}

/** Finds the clients that asked more often, or less, than in another period. */
export async function clientMovers(
  clickhouse: ClickHouse,
  after: TrafficScope,
  before: TrafficScope,
  limit: number,
): Promise<ClientMovers> {
  const { sql, parameters } = bothPeriods(after, before, ['queries'], {
    rollup: 'SELECT client_address AS name, queries FROM hour_clients WHERE %s',
    rows: 'SELECT client_address AS name, count() AS queries FROM queries WHERE %s GROUP BY name',
  });
  const [found] = await clickhouse.query<{ after: number; before: number; clients: Listed[] }>(
    `SELECT countIf(queries_now > 0) AS after, countIf(queries_then > 0) AS before, ${listOf('queries')} AS clients
     FROM ${sql}`,
    { ...parameters, limit },
  );
  const clients = moversIn(found?.clients).map((one) => ({ ...one, name: plainAddress(one.name) }));
  return { unique: uniqueIn(found), clients };
}

/** Finds the registrable domains that were asked for more often, or less, than in another period. */
export async function domainMovers(
  clickhouse: ClickHouse,
  after: TrafficScope,
  before: TrafficScope,
  limit: number,
): Promise<Mover[]> {
  const { sql, parameters } = bothPeriods(after, before, ['queries'], {
    rollup: 'SELECT name, queries FROM hour_names WHERE %s',
    rows: 'SELECT query_name AS name, count() AS queries FROM queries WHERE %s GROUP BY name',
  });
  return clickhouse.query<Mover>(
    `SELECT name, now AS queries, then AS before FROM (
       SELECT domain AS name, sum(queries_now) AS now, sum(queries_then) AS then
       FROM (SELECT ${registrableDomain('name')} AS domain, queries_now, queries_then FROM ${sql}) GROUP BY domain)
     WHERE now != then ORDER BY abs(toInt64(now) - toInt64(then)) DESC, name LIMIT {limit:UInt32}`,
    { ...parameters, limit },
  );
}

/** Sums counts of both periods by name: `queries` becomes `queries_now` and `queries_then`. */
function bothPeriods(
  after: TrafficScope,
  before: TrafficScope,
  counts: readonly string[],
  sources: { readonly rollup: string; readonly rows: string },
): Condition {
  const now = fromRollup(after, 'hour', sources);
  const then = renamed(fromRollup(before, 'hour', sources), 'then_');
  const select = (one: 'now' | 'then', other: 'now' | 'then') =>
    counts.map((count) => `${count} AS ${count}_${one}, 0 AS ${count}_${other}`).join(', ');
  const both = counts.flatMap((count) => [`${count}_now`, `${count}_then`]);
  return {
    sql: `(SELECT name, ${both.map((count) => `sum(${count}) AS ${count}`).join(', ')} FROM (
      SELECT name, ${both.join(', ')} FROM (SELECT name, ${select('now', 'then')} FROM ${now.sql})
      UNION ALL
      SELECT name, ${both.join(', ')} FROM (SELECT name, ${select('then', 'now')} FROM ${then.sql})) GROUP BY name)`,
    parameters: { ...now.parameters, ...then.parameters },
  };
}

/** The largest changes of a count, in order; those that are alike by name. */
function listOf(count: string): string {
  const [now, then] = [`${count}_now`, `${count}_then`];
  const item = `(-abs(toInt64(${now}) - toInt64(${then})), name, ${now}, ${then})`;
  return `arraySlice(groupArraySortedIf(${mostMovers})(${item}, ${now} != ${then}), 1, {limit:UInt32})`;
}

function moversIn(listed: readonly Listed[] = []): Mover[] {
  return listed.map(([_, name, queries, before]) => ({ name, queries, before }));
}

function uniqueIn(found: { readonly after: number; readonly before: number } | undefined) {
  return { after: found?.after ?? 0, before: found?.before ?? 0 };
}

/** A condition whose parameters have other names, to stand beside one like it. */
function renamed({ sql, parameters }: Condition, prefix: string): Condition {
  return {
    sql: sql.replaceAll(/\{(\w+):/g, `{${prefix}$1:`),
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [`${prefix}${name}`, value]),
    ),
  };
}
