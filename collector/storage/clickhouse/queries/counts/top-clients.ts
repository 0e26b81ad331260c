import type { NamedCount, TrafficScope } from '../../../../ports/traffic/traffic.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { plainAddress } from '../address.ts';
import { fromRollup } from './scope.ts';

export async function topClients(
  clickhouse: ClickHouse,
  scope: TrafficScope,
  limit: number,
): Promise<NamedCount<string>[]> {
  const { sql, parameters } = fromRollup(scope, 'hour', {
    rollup: 'SELECT client_address, queries FROM client_hours WHERE %s',
    rows: 'SELECT client_address, count() AS queries FROM queries WHERE %s GROUP BY client_address',
  });
  const rows = await clickhouse.query<NamedCount<string>>(
    `SELECT client_address AS name, sum(queries) AS count FROM ${sql}
     GROUP BY client_address ORDER BY count DESC, name LIMIT {limit:UInt32}`,
    { ...parameters, limit },
  );
  return rows.map(({ name, count }) => ({ name: plainAddress(name), count }));
}
