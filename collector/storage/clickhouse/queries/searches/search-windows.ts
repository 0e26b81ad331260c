import type { ActiveDay } from './active-days.ts';

/**
 * A window is part of a search's time; if days are given, rows can match on these days of it alone (milliseconds since
 * 1970).
 */
export interface Window {
  readonly from: Date;
  readonly to: Date;
  readonly days?: readonly number[];
}

const day = 86_400_000;
/**
 * The latest rows, of this many milliseconds, lie in parts of their own, which are small: a page of it is found without
 * looking at the day.
 */
const justNow = 300_000;

/**
 * Yields parts of a stretch of time, newest first, to be searched one after the other until a page is full: minutes,
 * the day, then twice as many days each time. The newest rows of a month are found without looking at the month.
 */
export function* windows(from: Date, to: Date, now: number): Generator<Window> {
  let end = to.getTime();
  if (end > now - justNow && end - from.getTime() > 2 * justNow) {
    yield { from: new Date(end - justNow), to };
    end -= justNow;
  }
  for (let days = 1; end > from.getTime(); days *= 2) {
    const midnight = Math.floor((end - 1) / day) * day;
    const start = Math.max(from.getTime(), midnight - (days - 1) * day);
    yield { from: new Date(start), to: new Date(end) };
    end = start;
  }
}

/**
 * Plans the next step if it is known on which days rows can match, and about how many: as many days as may fill the
 * page, and at least so many. It is one window, since two that are searched at the same time take a sixth more
 * processor time to be planned and no less until both are there.
 */
export function nextDays(
  { from, to }: Window,
  days: readonly ActiveDay[],
  wanted: number,
  atLeast: number,
): { readonly window: Window; readonly taken: number } {
  const taken = Math.min(days.length, Math.max(atLeast, daysThatFill(days, wanted)));
  const named = days.slice(0, taken).map(({ day }) => day);
  const newest = named[0]!;
  const oldest = named.at(-1)!;
  const window = {
    from: new Date(Math.max(from.getTime(), oldest)),
    to: new Date(Math.min(to.getTime(), newest + day)),
  };
  // Each row's day is looked at where some are named, which is in vain where none is left out.
  const isWhole = newest - oldest === (named.length - 1) * day;
  return { window: isWhole ? window : { ...window, days: named }, taken };
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
