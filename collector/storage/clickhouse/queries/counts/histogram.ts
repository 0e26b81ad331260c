import type { QueryFilter } from '../../../../ports/traffic/query-search.ts';
import type { TrafficPoint } from '../../../../ports/traffic/traffic.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { conditionsOf } from '../conditions.ts';
import { overviewCounts } from './overview-counts.ts';
import { seriesOfRows } from './series-of-rows.ts';

/** Counts queries by time: out of the minutes if the filter asks for no more than a scope, else out of the rows. */
export async function histogram(
  clickhouse: ClickHouse,
  filter: QueryFilter,
  bucketSeconds: number,
): Promise<TrafficPoint[]> {
  if (conditionsOf(filter) !== undefined || bucketSeconds % 60 !== 0)
    return seriesOfRows(clickhouse, filter, bucketSeconds);
  return [...(await overviewCounts(clickhouse, filter, bucketSeconds)).series];
}
