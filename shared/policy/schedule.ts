import { z } from 'zod';
import { isTimeZone, localTime, minuteOfDay } from '../time/local-time.ts';

const timeOfDay = z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'must be a time such as 08:30');

/**
 * A schedule states the days of the week and the span of the day in which a rule holds. A span that ends before it
 * begins runs past midnight.
 */
export const scheduleSchema = z.object({
  days: z
    .array(z.int().min(1).max(7))
    .min(1)
    .max(7)
    .describe('Days of the week, from 1 (Monday) to 7 (Sunday).'),
  from: timeOfDay,
  to: timeOfDay.describe('End of the time window, excluded. Equal to `from` means the whole day.'),
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'must be a time zone such as Europe/Vienna')
    .default('UTC'),
});
export type Schedule = z.infer<typeof scheduleSchema>;

/**
 * Tells whether the schedule holds at a moment, in milliseconds since 1970. A span belongs to the day on which it
 * begins.
 */
export function holdsAt(schedule: Schedule, at: number): boolean {
  const { day, minute } = localTime(schedule.time_zone, at);
  const from = minuteOfDay(schedule.from);
  const to = minuteOfDay(schedule.to);
  const yesterday = day === 1 ? 7 : day - 1;
  if (from < to) return minute >= from && minute < to && schedule.days.includes(day);
  return (
    (minute >= from && schedule.days.includes(day)) || (minute < to && schedule.days.includes(yesterday))
  );
}
