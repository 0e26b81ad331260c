import type { QueryFilter } from '../../../../ports/traffic/query-search.ts';
import type { ClickHouse, Parameters } from '../../clickhouse.ts';
import { isWanted, namedConditions } from '../conditions.ts';
import { scopeParameters } from '../counts/scope.ts';

const dayMilliseconds = 86_400_000;

/** An active day is a day (milliseconds since 1970 of its beginning) with about how many rows it may have. */
export interface ActiveDay {
  readonly day: number;
  readonly rows: number;
}

/** Tells whether a filter names a name or a client: rows can then match on some days alone, which rollups know. */
export function namesDays(filter: QueryFilter): boolean {
  return namesNames(filter) || isWanted(filter.clients);
}

function namesNames({ names, suffixes }: QueryFilter): boolean {
  return isWanted(names) || (isWanted(suffixes) && !suffixes.any.includes('.'));
}

/**
 * Finds the days within a filter's time on which rows can match, newest first; known from rollups, which are kept at
 * least as long as rows. The filter must name a name or a client.
 */
export async function activeDays(clickhouse: ClickHouse, filter: QueryFilter): Promise<ActiveDay[]> {
  const [named, asked] = await Promise.all([
    daysOfNames(clickhouse, filter),
    daysOfClient(clickhouse, filter),
  ]);
  if (named === undefined || asked === undefined) return named ?? asked ?? [];
  const both = new Set(named.map(({ day }) => day));
  return asked.filter(({ day }) => both.has(day));
}

async function daysOfNames(clickhouse: ClickHouse, filter: QueryFilter): Promise<ActiveDay[] | undefined> {
  if (!namesNames(filter)) return undefined;
  const parameters: Record<string, unknown> = {};
  const named = namedConditions(filter, parameters, 'name').map(({ ranged }) => `AND ${ranged}`);
  return days(
    clickhouse,
    `SELECT arrayJoin(days) AS day, sum(queries / length(days)) AS rows FROM name_days
     WHERE location_id IN {locations:Array(UInt32)} ${named.join(' ')}
     GROUP BY day`,
    filter,
    parameters,
  );
}

async function daysOfClient(clickhouse: ClickHouse, filter: QueryFilter): Promise<ActiveDay[] | undefined> {
  if (!isWanted(filter.clients)) return undefined;
  return days(
    clickhouse,
    `SELECT day, sum(queries) AS rows FROM client_days
     WHERE location_id IN {locations:Array(UInt32)}
       AND client_address IN (SELECT toIPv6(arrayJoin({clients:Array(String)})))
       AND day >= toDate({from:DateTime64(6, 'UTC')}) AND day <= toDate({to:DateTime64(6, 'UTC')})
     GROUP BY day`,
    filter,
    { clients: filter.clients.any },
  );
}

async function days(
  clickhouse: ClickHouse,
  sql: string,
  filter: QueryFilter,
  parameters: Parameters,
): Promise<ActiveDay[]> {
  const rows = await clickhouse.query<{ day: string; rows: number }>(
    `SELECT toString(day) AS day, rows FROM (${sql}) ORDER BY day DESC`,
    { ...scopeParameters(filter), ...parameters },
  );
  return rows
    .map(({ day, rows }) => ({ day: Date.parse(`${day}T00:00:00Z`), rows }))
    .filter(({ day }) => day + dayMilliseconds > filter.from.getTime() && day < filter.to.getTime());
}
