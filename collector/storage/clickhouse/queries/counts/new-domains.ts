import type { DomainFilter, DomainSighting } from '../../../../ports/traffic/domain-sightings.ts';
import type { TrafficScope } from '../../../../ports/traffic/traffic.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { domainConditions } from '../domain-filter.ts';
import { scopeParameters } from './scope.ts';

/** Finds domains whose first sight at these locations lies in the scope, in whole hours. */
export async function newDomains(
  clickhouse: ClickHouse,
  scope: TrafficScope,
  limit: number,
  filter: DomainFilter = {},
): Promise<DomainSighting[]> {
  const { conditions, parameters } = domainConditions(filter);
  const rows = await clickhouse.query<{ domain: string; first: number; last: number; queries: number }>(
    `SELECT domain, toUnixTimestamp(min(first_seen)) AS first, toUnixTimestamp(max(last_seen)) AS last,
       sum(queries) AS queries
     FROM domains WHERE ${['location_id IN {locations:Array(UInt32)}', ...conditions].join(' AND ')}
     GROUP BY domain
     HAVING min(first_seen) >= toStartOfHour({from:DateTime64(6, 'UTC')}) AND min(first_seen) < {to:DateTime64(6, 'UTC')}
     ORDER BY first DESC, domain LIMIT {limit:UInt32}`,
    { ...scopeParameters(scope), ...parameters, limit },
  );
  return rows.map(({ domain, first, last, queries }) => ({
    domain,
    firstSeenAt: new Date(first * 1_000),
    lastSeenAt: new Date(last * 1_000),
    queries,
  }));
}
