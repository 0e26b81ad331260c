import type { TrafficScope, TrafficTotals } from '../../../../ports/traffic/traffic.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { fromRollup } from './scope.ts';

/** Of the sketch that the rollup keeps: any quantile is within 2 % of its value. */
export const latencySketch = '(0.02, 0.5, 0.95, 0.99)';

/** Quantiles of the time that answers took; null where nothing was answered. */
export async function latency(
  clickhouse: ClickHouse,
  scope: TrafficScope,
): Promise<TrafficTotals['latencyMs']> {
  const { sql, parameters } = fromRollup(scope, 'hour', {
    rollup: 'SELECT latency FROM latency_hours WHERE %s',
    rows: `SELECT quantilesDDState${latencySketch}(latency_us) AS latency FROM queries
      WHERE %s AND outcome = 'answered' HAVING count() > 0`,
  });
  const [row] = await clickhouse.query<{ parts: number; quantiles: (number | null)[] }>(
    `SELECT count() AS parts, quantilesDDMerge${latencySketch}(latency) AS quantiles FROM ${sql}`,
    parameters,
  );
  return row!.parts === 0 ? null : quantilesMs(row!.quantiles);
}

/** Microseconds as the engine gives them, in the order of the sketch. */
export function quantilesMs([p50, p95, p99]: readonly (number | null)[]): {
  p50: number;
  p95: number;
  p99: number;
} {
  return { p50: (p50 ?? 0) / 1_000, p95: (p95 ?? 0) / 1_000, p99: (p99 ?? 0) / 1_000 };
}
