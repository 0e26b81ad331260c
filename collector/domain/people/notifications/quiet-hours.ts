import type { QuietHours } from '../../../ports/threats/notifications.ts';

const minutesOfDay = 24 * 60;

/** Seconds until quiet hours end; undefined outside of them. `now`: milliseconds since 1970. */
export function quietFor({ from, to, timeZone }: QuietHours, now: number): number | undefined {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const minute = minutesOf(clock.format(now));
  const since = (minute - minutesOf(from) + minutesOfDay) % minutesOfDay;
  const lasts = (minutesOf(to) - minutesOf(from) + minutesOfDay) % minutesOfDay;
  if (since >= lasts) return undefined;
  // Where the clocks are changed in between it is asked once more then.
  return (lasts - since) * 60 - (Math.floor(now / 1_000) % 60);
}

/** Of `HH:MM`. */
function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
}
