import type { QueryFilter } from '../../../../ports/traffic/query-search.ts';
import type { TrafficPoint } from '../../../../ports/traffic/traffic.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { buckets } from './buckets.ts';
import { isFailure } from './failure.ts';
import { inFilter } from './scope.ts';

/** Counts queries by time out of the rows themselves, for buckets that are no whole minutes. */
export async function seriesOfRows(
  clickhouse: ClickHouse,
  scope: QueryFilter,
  bucketSeconds: number,
): Promise<TrafficPoint[]> {
  const { sql, parameters } = inFilter(scope);
  const found = await clickhouse.query<{ at: number; queries: number; failures: number }>(
    `SELECT intDiv(toUnixTimestamp(observed_at), {seconds:UInt32}) * {seconds:UInt32} AS at,
       count() AS queries, countIf(${isFailure}) AS failures
     FROM queries WHERE ${sql} GROUP BY at`,
    { ...parameters, seconds: bucketSeconds },
  );
  const byTime = new Map(found.map((row) => [row.at * 1_000, row]));
  return buckets(scope, bucketSeconds).map((at) => {
    const row = byTime.get(at.getTime());
    return { at, queries: row?.queries ?? 0, failures: row?.failures ?? 0 };
  });
}
