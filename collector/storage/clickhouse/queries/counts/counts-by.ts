import type { NamedCount, TrafficScope } from '../../../../ports/traffic/traffic.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { fromRollup } from './scope.ts';

/** Columns with few values, by which counting needs no limit. */
export type Dimension = 'query_type' | 'response_code' | 'transport' | 'location_id' | 'agent_id';

/** Counts by one column, most first. */
export function countsBy<Name extends string | number>(
  clickhouse: ClickHouse,
  dimension: Dimension,
  scope: TrafficScope,
): Promise<NamedCount<Name>[]> {
  const { sql, parameters } = fromRollup(scope, 'minute', {
    rollup: `SELECT ${dimension} AS name, sum(queries) AS queries FROM traffic_minutes WHERE %s GROUP BY name`,
    rows: `SELECT ${dimension} AS name, count() AS queries FROM queries WHERE %s GROUP BY name`,
  });
  return clickhouse.query<NamedCount<Name>>(
    `SELECT name, sum(queries) AS count FROM ${sql} GROUP BY name ORDER BY count DESC, name`,
    parameters,
  );
}
