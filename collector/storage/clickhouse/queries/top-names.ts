import type { NamedCount, TrafficScope } from '../../../ports/traffic.ts';
import type { ClickHouse } from '../clickhouse.ts';
import { inScope, scopeParameters } from './scope.ts';

export async function topNames(
  clickhouse: ClickHouse,
  scope: TrafficScope,
  limit: number,
): Promise<NamedCount<string>[]> {
  return clickhouse.query<NamedCount<string>>(
    `SELECT query_name AS name, count() AS count FROM queries WHERE ${inScope}
     GROUP BY query_name ORDER BY count DESC, name LIMIT {limit:UInt32}`,
    { ...scopeParameters(scope), limit },
  );
}
