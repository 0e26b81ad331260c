import type { QueryFilter } from '../../../../ports/traffic/query-search.ts';
import type { CodeFailures } from '../../../../ports/traffic/traffic-failures.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { registrableDomain } from '../../migrations/rollup.ts';
import { fromRollup } from './scope.ts';

/** At most this many of the 4,095 codes that there may be are told of: who answers may make up codes. */
const mostCodes = 16;

interface Group {
  readonly of: 'code' | 'name' | 'domain';
  readonly code: number;
  readonly name: string;
  readonly domain: string;
  readonly count: number;
  readonly names: number;
}

/**
 * Finds what was asked for and not answered with NOERROR, by response code and exactly within the scope: whole hours
 * from the names of hours, the rest from rows. A name's domain is computed for the question, as there are few that
 * fail.
 */
export async function topFailures(
  clickhouse: ClickHouse,
  scope: QueryFilter,
  limit: number,
): Promise<CodeFailures[]> {
  const { sql, parameters } = fromRollup(scope, 'hour', {
    rollup: `SELECT name, response_code AS code, queries + earlier AS failures FROM hour_names
      WHERE %s AND response_code != 0`,
    rows: `SELECT query_name AS name, response_code AS code, count() AS failures FROM queries
      WHERE %s AND response_code != 0 AND name_service = 'dns' GROUP BY name, code`,
  });
  // No name of a code has more than the code itself: what is cut off at the end is of the least frequent ones.
  const groups = await clickhouse.query<Group>(
    `SELECT multiIf(grouping(name) = 0, 'name', grouping(domain) = 0, 'domain', 'code') AS of, code, name, domain,
       sum(failures) AS count, count() AS names
     FROM (SELECT code, name, ${registrableDomain('name')} AS domain, sum(failures) AS failures FROM ${sql} GROUP BY code, name)
     GROUP BY GROUPING SETS ((code), (code, name), (code, domain))
     ORDER BY count DESC, of, code, name, domain LIMIT {limit:UInt32} BY of, code LIMIT {most:UInt32}`,
    { ...parameters, limit, most: mostCodes * (1 + 2 * limit) },
  );
  const listOf = (of: 'name' | 'domain', wanted: number) =>
    groups
      .filter((group) => group.of === of && group.code === wanted)
      .map((group) => ({ name: group[of], count: group.count }));
  return groups
    .filter(({ of }) => of === 'code')
    .slice(0, mostCodes)
    .map(({ code, count, names }) => ({
      responseCode: code,
      count,
      uniqueNames: names,
      topNames: listOf('name', code),
      topDomains: listOf('domain', code),
    }));
}
