import { nextTime } from '@sonde/shared/time/next-time.ts';
import type { ScheduleTimes } from '../../../../ports/compliance/compliance-schedules.ts';

const units = { daily: 'day', weekly: 'week', monthly: 'month' } as const;

/** Finds the first time after `after` at which a schedule is due. */
export function nextRun({ every, ...times }: ScheduleTimes, after: Date): Date {
  return nextTime({ ...times, every: units[every], timeZone: 'UTC' }, after);
}
