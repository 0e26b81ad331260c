/** A regularity states how regular intervals are, from 0 to 1, and what that rests on. */
export interface Regularity {
  readonly score: number;
  /** Seconds. */
  readonly median: number;
  /** Bowley's skewness: 0 if the quartiles lie evenly about the median. */
  readonly skew: number;
  /** Median absolute deviation, seconds. */
  readonly deviation: number;
}

/** Scores intervals by symmetry and spread of their quartiles: one late answer or a night's pause spoils neither. */
export function regularity(intervals: readonly number[]): Regularity {
  const sorted = [...intervals].sort((a, b) => a - b);
  const quartile = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)]!;
  const [low, median, high] = [quartile(0.25), quartile(0.5), quartile(0.75)];
  const skew = high === low ? 0 : (high + low - 2 * median) / (high - low);
  const deviations = intervals.map((interval) => Math.abs(interval - median)).sort((a, b) => a - b);
  const deviation = deviations[Math.floor((deviations.length - 1) / 2)]!;
  const spread = Math.max(0, 1 - deviation / Math.max(1, median * 0.3));
  // Quartiles that lie close together are even enough, whichever way they lean.
  const lean = Math.abs(skew) * Math.min(1, (high - low) / Math.max(1, median * 0.3));
  return { score: (1 - lean) * 0.3 + spread * 0.7, median, skew, deviation };
}

/** Gives the share of 24 equal parts of the whole time that have something in them, from 0 to 1. */
export function coverage(times: readonly number[]): number {
  const first = times[0]!;
  const span = times.at(-1)! - first;
  if (span === 0) return 0;
  return new Set(times.map((time) => Math.min(23, Math.floor(((time - first) / span) * 24)))).size / 24;
}
