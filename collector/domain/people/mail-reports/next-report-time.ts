import type { ReportTimes } from '../../../ports/accounts/mail-reports.ts';

const day = 86_400_000;

/**
 * Finds the first time after `after` at which a report is due. An hour that summer time leaves out is the one behind
 * it.
 */
export function nextReportTime({ every, weekday, hour, timeZone }: ReportTimes, after: Date): Date {
  const today = wallClock(after.getTime(), timeZone);
  const midnight = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
  for (let ahead = -1; ahead <= 8; ahead++) {
    const date = new Date(midnight + ahead * day);
    if (every === 'week' && (date.getUTCDay() + 6) % 7 !== weekday - 1) continue;
    const at = instantOf(date.getTime() + hour * 3_600_000, timeZone);
    if (at > after.getTime()) return new Date(at);
  }
  throw new Error(`There is no time to report at in ${timeZone}.`);
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
  const before = wall - offset(wall - day);
  if (wallClock(before, timeZone).getTime() === wall) return before;
  const behind = wall - offset(wall + day);
  return wallClock(behind, timeZone).getTime() === wall ? behind : before;
}
