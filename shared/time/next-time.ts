const dayMilliseconds = 86_400_000;

/** A recurrence states when something is due again and again: an hour of every day, of a day of the week or of the month. */
export interface Recurrence {
  readonly every: 'day' | 'week' | 'month';
  /** From 0 to 23. */
  readonly hour: number;
  /** From 1, Monday, to 7; counts every week. */
  readonly weekday: number;
  /** From 1 to 28, which every month has; counts every month. */
  readonly day?: number;
  /** IANA, such as `Europe/Vienna`. */
  readonly timeZone: string;
}

/** Finds the first time after `after`. An hour that summer time leaves out is the one behind it. */
export function nextTime({ every, hour, weekday, day, timeZone }: Recurrence, after: Date): Date {
  const today = wallClock(after.getTime(), timeZone);
  const midnight = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
  // Sunday is 0 to JavaScript, and 7 to ISO 8601.
  const isDay = (date: Date) =>
    every === 'day' || (every === 'week' ? date.getUTCDay() === weekday % 7 : date.getUTCDate() === day);
  for (let ahead = -1; ahead <= 32; ahead++) {
    const date = new Date(midnight + ahead * dayMilliseconds);
    if (!isDay(date)) continue;
    const at = instantOf(date.getTime() + hour * 3_600_000, timeZone);
    if (at > after.getTime()) return new Date(at);
  }
  throw new Error(`There is no such time in ${timeZone}.`);
}

/** Gives the time that clocks in the zone show, as if it were UTC. */
function wallClock(instant: number, timeZone: string): Date {
  const parts = new Intl.DateTimeFormat('en-u-hc-h23', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    era: 'short',
  }).formatToParts(instant);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)!.value);
  return new Date(Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')));
}

/**
 * Finds the instant at which clocks in the zone show that time. If they never do, or do twice, the zone's offset before
 * the change counts.
 */
function instantOf(wall: number, timeZone: string): number {
  const offset = (at: number) => wallClock(at, timeZone).getTime() - Math.floor(at / 1_000) * 1_000;
  const before = wall - offset(wall - dayMilliseconds);
  if (wallClock(before, timeZone).getTime() === wall) return before;
  const behind = wall - offset(wall + dayMilliseconds);
  return wallClock(behind, timeZone).getTime() === wall ? behind : before;
}
