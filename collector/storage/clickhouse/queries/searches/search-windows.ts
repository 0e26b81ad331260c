import type { ActiveDay } from './active-days.ts';

/** Part of a search's time; where days are given, rows can match on those of it alone (milliseconds since 1970). */
export interface Window {
  readonly from: Date;
  readonly to: Date;
  readonly days?: readonly number[];
}

const day = 86_400_000;
/** Days from which on a step is shared by two questions. */
const shareable = 6;

/** What came in last lies in parts of its own, which are small: a page of it is found without looking at the day. */
const justNow = 300_000;

/**
 * Parts of a stretch of time, newest first, to be searched one after the other until a page is full: minutes, the day,
 * then twice as many days each time. The newest rows of a month are found without looking at the month.
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
 * The parts of the next step where it is known on which days rows can match, and about how many: as many days as may
 * fill the page, and at least so many. Many days are two parts, which are searched at the same time.
 */
export function nextDays(
  { from, to }: Window,
  days: readonly ActiveDay[],
  wanted: number,
  atLeast: number,
): { readonly parts: readonly Window[]; readonly taken: number } {
  const taken = Math.min(days.length, Math.max(atLeast, daysThatFill(days, wanted)));
  const half = taken < shareable ? taken : Math.ceil(taken / 2);
  const parts: Window[] = [];
  for (const [first, end] of [
    [0, half],
    [half, taken],
  ] as const) {
    const part = days.slice(first, end).map(({ day }) => day);
    if (part.length === 0) continue;
    const start = Math.max(from.getTime(), part.at(-1)!);
    const stop = Math.min(to.getTime(), part[0]! + day);
    if (start >= stop) continue;
    const window = { from: new Date(start), to: new Date(stop) };
    // Each row's day is looked at where some are named, which is in vain where none is left out.
    const isWhole = part[0]! - part.at(-1)! === (part.length - 1) * day;
    parts.push(isWhole ? window : { ...window, days: part });
  }
  return { parts, taken };
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
