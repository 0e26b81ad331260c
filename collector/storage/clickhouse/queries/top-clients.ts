import type { NamedCount, TrafficScope } from '../../../ports/traffic.ts';
import type { ClickHouse } from '../clickhouse.ts';
import { plainAddress } from './address.ts';
import { inScope, scopeParameters } from './scope.ts';

export async function topClients(
  clickhouse: ClickHouse,
  scope: TrafficScope,
  limit: number,
): Promise<NamedCount<string>[]> {
  const rows = await clickhouse.query<NamedCount<string>>(
    `SELECT client_address AS name, count() AS count FROM queries WHERE ${inScope}
     GROUP BY client_address ORDER BY count DESC, name LIMIT {limit:UInt32}`,
    { ...scopeParameters(scope), limit },
  );
  return rows.map(({ name, count }) => ({ name: plainAddress(name), count }));
}
