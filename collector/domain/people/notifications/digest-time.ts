import { localTime, minuteOfDay } from '@sonde/shared/time/local-time.ts';
import type { Digest } from '../../../ports/threats/notifications.ts';

const minute = 60_000;
const minutesOfDay = 24 * 60;

/** Finds the first time after a moment at which a digest is sent, in milliseconds since 1970. */
export function digestAfter({ every, at, timeZone }: Digest, moment: number): number {
  const begun = moment - (moment % minute);
  const now = localTime(timeZone, moment).minute;
  if (every === 'hour') return begun + (60 - (now % 60)) * minute;
  const left = (minuteOfDay(at) - now + minutesOfDay) % minutesOfDay || minutesOfDay;
  const next = begun + left * minute;
  // Where the clocks are changed in between it would be another time of day.
  const off = minuteOfDay(at) - localTime(timeZone, next).minute;
  return Math.abs(off) <= 120 ? next + off * minute : next;
}
