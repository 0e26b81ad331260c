import type { NamedCount, TrafficScope } from '../../../../ports/traffic/traffic.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { fromRollup } from './scope.ts';

export async function topNames(
  clickhouse: ClickHouse,
  scope: TrafficScope,
  limit: number,
): Promise<NamedCount<string>[]> {
  const { sql, parameters } = fromRollup(scope, 'hour', {
    rollup: 'SELECT name, queries FROM name_hours WHERE %s',
    rows: 'SELECT query_name AS name, count() AS queries FROM queries WHERE %s GROUP BY name',
  });
  return clickhouse.query<NamedCount<string>>(
    `SELECT name, sum(queries) AS count FROM ${sql} GROUP BY name ORDER BY count DESC, name LIMIT {limit:UInt32}`,
    { ...parameters, limit },
  );
}
