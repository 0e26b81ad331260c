import type { Mover, MoverKind } from '../../../../ports/traffic/movers.ts';
import type { TrafficScope } from '../../../../ports/traffic/traffic.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { registrableDomain } from '../../migrations/rollup.ts';
import { plainAddress } from '../address.ts';
import type { Condition } from '../conditions.ts';
import { fromRollup } from './scope.ts';

const names = {
  rollup: 'SELECT name, queries FROM hour_names WHERE %s',
  rows: 'SELECT query_name AS name, count() AS queries FROM queries WHERE %s GROUP BY name',
};

const sources = {
  name: names,
  domain: names,
  client: {
    rollup: 'SELECT client_address AS name, queries FROM hour_clients WHERE %s',
    rows: 'SELECT client_address AS name, count() AS queries FROM queries WHERE %s GROUP BY name',
  },
  failing_name: {
    rollup: 'SELECT name, queries + earlier AS queries FROM hour_names WHERE %s AND response_code != 0',
    rows: `SELECT query_name AS name, count() AS queries FROM queries
      WHERE %s AND response_code != 0 AND name_service = 'dns' GROUP BY name`,
  },
} as const;

/**
 * Finds what was asked for more often, or less, than in another period; exact, as the lists of the most frequent are.
 */
export async function movers(
  clickhouse: ClickHouse,
  after: TrafficScope,
  before: TrafficScope,
  of: MoverKind,
  limit: number,
): Promise<Mover[]> {
  const now = fromRollup(after, 'hour', sources[of]);
  const then = renamed(fromRollup(before, 'hour', sources[of]), 'then_');
  const counted = `SELECT name, sum(now) AS now, sum(then) AS then FROM (
      SELECT name, queries AS now, 0 AS then FROM ${now.sql}
      UNION ALL SELECT name, 0 AS now, queries AS then FROM ${then.sql}) GROUP BY name`;
  const summed =
    of === 'domain'
      ? `SELECT domain AS name, sum(now) AS now, sum(then) AS then
         FROM (SELECT ${registrableDomain('name')} AS domain, now, then FROM (${counted})) GROUP BY domain`
      : counted;
  const rows = await clickhouse.query<{ name: string; queries: number; before: number }>(
    `SELECT name, now AS queries, then AS before FROM (${summed}) WHERE now != then
     ORDER BY abs(toInt64(now) - toInt64(then)) DESC, name LIMIT {limit:UInt32}`,
    { ...now.parameters, ...then.parameters, limit },
  );
  return of === 'client' ? rows.map((row) => ({ ...row, name: plainAddress(row.name) })) : rows;
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
