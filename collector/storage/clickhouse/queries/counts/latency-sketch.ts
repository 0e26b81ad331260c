/** The rollups keep a sketch with these parameters: any quantile is within 2 % of its value. */
export const latencySketch = '(0.02, 0.5, 0.95, 0.99)';

/** Microseconds as the engine gives them, in the order of the sketch. */
export function quantilesMs([p50, p95, p99]: readonly (number | null)[]): {
  p50: number;
  p95: number;
  p99: number;
} {
  return { p50: (p50 ?? 0) / 1_000, p95: (p95 ?? 0) / 1_000, p99: (p99 ?? 0) / 1_000 };
}
