import type { NamedCount, TrafficScope } from '../../../../ports/traffic/traffic.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { registrableDomain } from '../../migrations/rollup.ts';
import { fromRollup } from './scope.ts';

/** Registrable domains by how often something in them was asked for. */
export async function topDomains(
  clickhouse: ClickHouse,
  scope: TrafficScope,
  limit: number,
): Promise<NamedCount<string>[]> {
  const { sql, parameters } = fromRollup(scope, 'hour', {
    rollup: 'SELECT domain, queries FROM domain_hours WHERE %s',
    rows: `SELECT ${registrableDomain('query_name')} AS domain, count() AS queries FROM queries
      WHERE %s GROUP BY domain`,
  });
  return clickhouse.query<NamedCount<string>>(
    `SELECT domain AS name, sum(queries) AS count FROM ${sql}
     GROUP BY domain ORDER BY count DESC, name LIMIT {limit:UInt32}`,
    { ...parameters, limit },
  );
}
