import type { NamedCount, TrafficScope } from '../../../ports/traffic.ts';
import type { ClickHouse } from '../clickhouse.ts';
import { inScope, scopeParameters } from './scope.ts';

/** Columns with few values, by which counting needs no limit. */
export type Dimension = 'query_type' | 'response_code' | 'transport' | 'location_id' | 'agent_id';

/** Counts by one column, most first. */
export function countsBy<Name extends string | number>(
  clickhouse: ClickHouse,
  dimension: Dimension,
  scope: TrafficScope,
): Promise<NamedCount<Name>[]> {
  return clickhouse.query<NamedCount<Name>>(
    `SELECT ${dimension} AS name, count() AS count FROM queries WHERE ${inScope}
     GROUP BY ${dimension} ORDER BY count DESC, name`,
    scopeParameters(scope),
  );
}
