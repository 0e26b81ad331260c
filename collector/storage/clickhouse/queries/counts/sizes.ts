import type { TrafficScope } from '../../../../ports/traffic/traffic.ts';
import type { TrafficSizes } from '../../../../ports/traffic/traffic-details.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { fromRollup } from './scope.ts';

/** Bytes of DNS messages. */
export async function sizes(clickhouse: ClickHouse, scope: TrafficScope): Promise<TrafficSizes> {
  const { sql, parameters } = fromRollup(scope, 'minute', {
    rollup: 'SELECT query_bytes, response_bytes FROM traffic_minutes WHERE %s',
    rows: `SELECT toUInt64(query_size) AS query_bytes, toUInt64(response_size) AS response_bytes
      FROM queries WHERE %s`,
  });
  const [row] = await clickhouse.query<TrafficSizes>(
    `SELECT sum(query_bytes) AS queryBytes, sum(response_bytes) AS responseBytes FROM ${sql}`,
    parameters,
  );
  return row!;
}
