import test from 'ava';
import fc from 'fast-check';
import { nextRun } from '../../../../../collector/domain/intelligence/compliance/schedules/next-run.ts';

const at = (text: string) => new Date(`${text}Z`);
const times = { every: 'daily', hour: 6, weekday: 1, day: 1 } as const;

test('a schedule is due at its hour, on its weekday, on its day of the month', (t) => {
  const next = (more: object, after: string) => nextRun({ ...times, ...more }, at(after)).toISOString();
  t.is(next({}, '2026-03-14T05:59:59.999'), '2026-03-14T06:00:00.000Z');
  t.is(next({}, '2026-03-14T06:00:00.000'), '2026-03-15T06:00:00.000Z');
  // The 14th of March 2026 is a Saturday.
  t.is(next({ every: 'weekly' }, '2026-03-14T12:00:00'), '2026-03-16T06:00:00.000Z');
  t.is(next({ every: 'weekly', weekday: 7 }, '2026-03-14T12:00:00'), '2026-03-15T06:00:00.000Z');
  t.is(next({ every: 'weekly', weekday: 6 }, '2026-03-14T05:00:00'), '2026-03-14T06:00:00.000Z');
  t.is(next({ every: 'weekly', weekday: 6 }, '2026-03-14T06:00:00'), '2026-03-21T06:00:00.000Z');
  t.is(next({ every: 'monthly', day: 28 }, '2026-12-28T06:00:00'), '2027-01-28T06:00:00.000Z');
  t.is(next({ every: 'monthly', day: 14, hour: 23 }, '2026-03-14T12:00:00'), '2026-03-14T23:00:00.000Z');
});

test('the next time is after now, within a period, and has the hour, the weekday and the day that were asked for', (t) => {
  const longest = { daily: 1, weekly: 7, monthly: 31 };
  const property = fc.property(
    fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const),
    fc.integer({ min: 0, max: 23 }),
    fc.integer({ min: 1, max: 7 }),
    fc.integer({ min: 1, max: 28 }),
    fc.date({ min: at('1971-01-01T00:00:00'), max: at('2199-12-31T00:00:00'), noInvalidDate: true }),
    (every, hour, weekday, day, after) => {
      const next = nextRun({ every, hour, weekday, day }, after);
      const days = (next.getTime() - after.getTime()) / 86_400_000;
      if (days <= 0 || days > longest[every]) return false;
      if (next.getUTCHours() !== hour || next.getTime() % 3_600_000 !== 0) return false;
      if (every === 'weekly') return (next.getUTCDay() || 7) === weekday;
      return every === 'daily' || next.getUTCDate() === day;
    },
  );
  fc.assert(property);
  t.pass();
});
