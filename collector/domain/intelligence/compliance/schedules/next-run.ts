import type { ScheduleTimes } from '../../../../ports/compliance/compliance-schedules.ts';

const dayMilliseconds = 86_400_000;

/** Finds the first time after `after` at which a schedule is due. */
export function nextRun({ every, hour, weekday, day }: ScheduleTimes, after: Date): Date {
  const year = after.getUTCFullYear();
  const month = after.getUTCMonth();
  if (every === 'monthly') {
    const inThisMonth = Date.UTC(year, month, day, hour);
    return new Date(inThisMonth > after.getTime() ? inThisMonth : Date.UTC(year, month + 1, day, hour));
  }
  let at = Date.UTC(year, month, after.getUTCDate(), hour);
  // Sunday is 0 to JavaScript, and 7 to ISO 8601.
  const isDue = () => at > after.getTime() && (every === 'daily' || new Date(at).getUTCDay() === weekday % 7);
  while (!isDue()) at += dayMilliseconds;
  return new Date(at);
}
