import type { TrafficScope } from '../../../../ports/traffic/traffic.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { fromRollup } from './scope.ts';

/** How many addresses asked; an estimate (0.5 % off) beyond some thousands. */
export async function uniqueClients(clickhouse: ClickHouse, scope: TrafficScope): Promise<number> {
  const { sql, parameters } = fromRollup(scope, 'hour', {
    rollup: 'SELECT client_address FROM client_hours WHERE %s',
    rows: 'SELECT client_address FROM queries WHERE %s GROUP BY client_address',
  });
  const [row] = await clickhouse.query<{ count: number }>(
    `SELECT uniqCombined(client_address) AS count FROM ${sql}`,
    parameters,
  );
  return row!.count;
}
