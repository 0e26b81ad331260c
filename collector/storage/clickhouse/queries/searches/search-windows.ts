import type { ActiveDay } from './active-days.ts';

/** Part of a search's time; where days are given, rows can match on those alone (milliseconds since 1970). */
export interface Window {
  readonly from: Date;
  readonly to: Date;
  readonly days?: readonly number[];
}

const day = 86_400_000;

/**
 * Parts of a stretch of time, newest first, to be searched one after the other until a page is full: a day, then twice
 * as many each time. The newest rows of a month are found without looking at the month.
 */
export function* windows(from: Date, to: Date): Generator<Window> {
  let end = to.getTime();
  for (let days = 1; end > from.getTime(); days *= 2) {
    const midnight = Math.floor((end - 1) / day) * day;
    const start = Math.max(from.getTime(), midnight - (days - 1) * day);
    yield { from: new Date(start), to: new Date(end) };
    end = start;
  }
}

/**
 * The same where it is known on which days rows can match, and about how many: as many days as may fill the page, then
 * twice as many each time.
 */
export function* windowsOfDays(
  from: Date,
  to: Date,
  days: readonly ActiveDay[],
  wanted: number,
): Generator<Window> {
  let count = daysThatFill(days, wanted);
  for (let start = 0; start < days.length; count *= 2) {
    const part = days.slice(start, start + count).map(({ day }) => day);
    start += count;
    const first = Math.max(from.getTime(), part.at(-1)!);
    const last = Math.min(to.getTime(), part[0]! + day);
    if (first < last) yield { from: new Date(first), to: new Date(last), days: part };
  }
}

function daysThatFill(days: readonly ActiveDay[], wanted: number): number {
  let rows = 0;
  let count = 0;
  for (const day of days) {
    if (rows >= wanted) break;
    rows += day.rows;
    count++;
  }
  return Math.max(1, count);
}
