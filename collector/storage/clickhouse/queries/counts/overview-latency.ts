import { StoreError } from '../../../../ports/system/store-error.ts';
import type { QueryFilter } from '../../../../ports/traffic/query-search.ts';
import type { TrafficTotals } from '../../../../ports/traffic/traffic.ts';
import type { LatencyPoint } from '../../../../ports/traffic/traffic-overview.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { buckets } from './buckets.ts';
import { latencySketch, quantilesMs } from './latency-sketch.ts';
import { fromRollup } from './scope.ts';

/** Quantiles of the time that answers took, by time and over all; null if nothing was answered. */
export async function overviewLatency(
  clickhouse: ClickHouse,
  scope: QueryFilter,
  bucketSeconds: number,
): Promise<{ readonly whole: TrafficTotals['latencyMs']; readonly series: LatencyPoint[] }> {
  if (bucketSeconds % 60 !== 0) {
    throw new StoreError('refused', 'A bucket of latencies lasts a whole number of minutes.');
  }
  const points = buckets(scope, bucketSeconds);
  const at = (column: string): string =>
    `intDiv(toUnixTimestamp(${column}), {seconds:UInt32}) * {seconds:UInt32} AS at`;
  const rollup = bucketSeconds % 3_600 === 0 ? 'hour' : 'minute';
  const { sql, parameters } = fromRollup(scope, rollup, {
    rollup: `SELECT ${at(rollup)}, latency FROM ${rollup}_latencies WHERE %s`,
    rows: `SELECT ${at('observed_at')}, quantilesDDState${latencySketch}(latency_us) AS latency FROM queries
      WHERE %s AND outcome = 'answered' AND latency_us > 0 GROUP BY at`,
  });
  const rows = await clickhouse.query<{ part: number; at: number; quantiles: (number | null)[] }>(
    `SELECT grouping(at) = 0 AS part, at, quantilesDDMerge${latencySketch}(latency) AS quantiles FROM ${sql}
     GROUP BY GROUPING SETS ((at), ()) HAVING count() > 0`,
    { ...parameters, seconds: bucketSeconds },
  );
  const whole = rows.find(({ part }) => part === 0);
  const byTime = new Map(
    rows.filter(({ part }) => part === 1).map(({ at, quantiles }) => [at * 1_000, quantiles]),
  );
  return {
    whole: whole === undefined ? null : quantilesMs(whole.quantiles),
    series: points.map((point) => {
      const quantiles = byTime.get(point.getTime());
      return { at: point, latencyMs: quantiles === undefined ? null : quantilesMs(quantiles) };
    }),
  };
}
