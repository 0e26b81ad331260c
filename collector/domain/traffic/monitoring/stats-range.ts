import type { TimeRange } from './time-range.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Periods from which on a range begins with a whole hour: what is counted by the hour then needs no look at rows. */
const wholeHoursFrom = 12 * hour;

/**
 * Moves the start of a period to a whole minute or, if the period is long, to a whole hour: counts are kept by those. A
 * range with a start of its own stays as it is.
 */
export function alignedRange(asked: { readonly from?: Date | undefined }, range: TimeRange): TimeRange {
  if (asked.from !== undefined) return range;
  const unit = unitOf(range);
  return { ...range, from: new Date(Math.floor(range.from.getTime() / unit) * unit) };
}

/**
 * Extends a range that ends now to the end of the hour or minute: nothing was observed behind now, but for what clocks
 * ahead of ours say, and the counts are had whole.
 */
export function openEnded(range: TimeRange, now: Date): TimeRange {
  if (range.to < now) return range;
  const unit = unitOf(range);
  return { ...range, to: new Date(Math.ceil(range.to.getTime() / unit) * unit) };
}

function unitOf({ from, to }: TimeRange): number {
  return to.getTime() - from.getTime() >= wholeHoursFrom ? hour : minute;
}

/**
 * Chooses the seconds per point of a series: round ones, so that a range has at most 300 points or so, and whole
 * minutes from half an hour on, since minutes are counted already.
 */
export function bucketSeconds({ from, to }: TimeRange): number {
  const seconds = (to.getTime() - from.getTime()) / 1_000;
  const least = seconds < 1_800 ? 1 : 60;
  return roundSteps.find((step) => step >= least && seconds / step <= 300) ?? 2 * 86_400;
}

const roundSteps = [1, 5, 15, 60, 300, 900, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400];

/**
 * Latencies are kept as sketches, which are far dearer to add up than counts: by the hour wherever a range has whole
 * hours or is long.
 */
export function latencyBucketSeconds(range: TimeRange): number {
  const isWholeHours = [range.from, range.to].every((time) => time.getTime() % hour === 0);
  const least = isWholeHours ? hour : unitOf(range);
  return Math.max(bucketSeconds(range), least / 1_000);
}
