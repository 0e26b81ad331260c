import type { QueryFilter } from '../../../../ports/traffic/query-search.ts';
import type { NamedCount } from '../../../../ports/traffic/traffic.ts';
import type { ClickHouse, Parameters } from '../../clickhouse.ts';
import { registrableDomain } from '../../migrations/rollup.ts';
import { conditionsOf } from '../conditions.ts';
import { fromRollup } from './scope.ts';

const day = 86_400_000;
/**
 * Whole days from which on they are asked: their table is read month by month, which costs the engine as much processor
 * time as two and a half days of names by hour, whose domains are computed for the question.
 */
const leastDays = 3;

/**
 * Finds the registrable domains that were asked for most, exactly within the scope: whole days of a long one from the
 * counts of days, other whole hours from the names of hours, the rest from rows.
 */
export function topDomains(
  clickhouse: ClickHouse,
  scope: QueryFilter,
  limit: number,
): Promise<NamedCount<string>[]> {
  const days = conditionsOf(scope) === undefined ? wholeDays(scope) : undefined;
  const beside =
    days === undefined ? '' : "AND (hour < {firstDay:DateTime('UTC')} OR hour >= {endDay:DateTime('UTC')})";
  const { sql, parameters } = fromRollup(scope, 'hour', {
    rollup: `SELECT name, queries FROM hour_names WHERE %s ${beside}`,
    rows: 'SELECT query_name AS name, count() AS queries FROM queries WHERE %s GROUP BY name',
  });
  return clickhouse.query<NamedCount<string>>(
    `SELECT domain AS name, sum(queries) AS count FROM (
       SELECT ${registrableDomain('name')} AS domain, queries
       FROM (SELECT name, sum(queries) AS queries FROM ${sql} GROUP BY name)
       ${days === undefined ? '' : `UNION ALL ${inDays}`}
     ) GROUP BY domain ORDER BY count DESC, name LIMIT {limit:UInt32}`,
    { ...parameters, ...days, limit },
  );
}

const inDays = `SELECT domain, queries FROM domain_days WHERE location_id IN {locations:Array(UInt32)}
  AND day >= toDate({firstDay:DateTime('UTC')}) AND day < toDate({endDay:DateTime('UTC')})`;

/** The days (UTC) that lie whole within a scope, if there are enough of them. */
function wholeDays({ from, to }: QueryFilter): Parameters | undefined {
  const first = Math.ceil(from.getTime() / day) * day;
  const end = Math.floor(to.getTime() / day) * day;
  return end - first < leastDays * day ? undefined : { firstDay: new Date(first), endDay: new Date(end) };
}
