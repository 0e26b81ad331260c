import { StoreError } from '../../../../ports/system/store-error.ts';
import type { TrafficScope } from '../../../../ports/traffic/traffic.ts';
import type { LatencyPoint } from '../../../../ports/traffic/traffic-details.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { buckets } from './buckets.ts';
import { latencySketch, quantilesMs } from './latency.ts';
import { fromRollup } from './scope.ts';

/** Quantiles of the time that answers took, by time. */
export async function latencySeries(
  clickhouse: ClickHouse,
  scope: TrafficScope,
  bucketSeconds: number,
): Promise<LatencyPoint[]> {
  if (bucketSeconds % 60 !== 0) {
    throw new StoreError('refused', 'A bucket of latencies lasts a whole number of minutes.');
  }
  const points = buckets(scope, bucketSeconds);
  const at = (column: string): string =>
    `intDiv(toUnixTimestamp(${column}), {seconds:UInt32}) * {seconds:UInt32} AS at`;
  const rollup = bucketSeconds % 3_600 === 0 ? 'hour' : 'minute';
  const { sql, parameters } = fromRollup(scope, rollup, {
    rollup: `SELECT ${at(rollup)}, latency FROM latency_${rollup}s WHERE %s`,
    rows: `SELECT ${at('observed_at')}, quantilesDDState${latencySketch}(latency_us) AS latency FROM queries
      WHERE %s AND outcome = 'answered' GROUP BY at`,
  });
  const rows = await clickhouse.query<{ at: number; quantiles: (number | null)[] }>(
    `SELECT at, quantilesDDMerge${latencySketch}(latency) AS quantiles FROM ${sql} GROUP BY at`,
    { ...parameters, seconds: bucketSeconds },
  );
  const byTime = new Map(rows.map((row) => [row.at * 1_000, row.quantiles]));
  return points.map((point) => {
    const quantiles = byTime.get(point.getTime());
    return { at: point, latencyMs: quantiles === undefined ? null : quantilesMs(quantiles) };
  });
}
