import { localTime, minuteOfDay } from '@sonde/shared/time/local-time.ts';
import type { QuietHours } from '../../../ports/threats/notifications.ts';

const minutesOfDay = 24 * 60;

/** Counts the seconds until quiet hours end; undefined outside of them. `now`: milliseconds since 1970. */
export function quietFor({ from, to, timeZone }: QuietHours, now: number): number | undefined {
  const { minute } = localTime(timeZone, now);
  const since = (minute - minuteOfDay(from) + minutesOfDay) % minutesOfDay;
  const lasts = (minuteOfDay(to) - minuteOfDay(from) + minutesOfDay) % minutesOfDay;
  if (since >= lasts) return undefined;
  // Where the clocks are changed in between it is asked once more then.
  return (lasts - since) * 60 - (Math.floor(now / 1_000) % 60);
}
