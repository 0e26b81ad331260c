import test from 'ava';
import fc from 'fast-check';
import { isTimeZone } from '../../../shared/time/local-time.ts';
import { nextTime } from '../../../shared/time/next-time.ts';

const daily = (hour: number, timeZone: string) => ({ every: 'day', weekday: 1, hour, timeZone }) as const;
const next = (times: Parameters<typeof nextTime>[0], after: string) =>
  nextTime(times, new Date(after)).toISOString();

test('a report is due at the hour that clocks of its zone show, in summer and in winter', (t) => {
  t.is(next(daily(7, 'Europe/Vienna'), '2026-01-10T06:00:00Z'), '2026-01-11T06:00:00.000Z');
  t.is(next(daily(7, 'Europe/Vienna'), '2026-07-10T04:59:00Z'), '2026-07-10T05:00:00.000Z');
  // The night in which 02:00 is left out, and the one in which it comes twice.
  t.is(next(daily(2, 'Europe/Vienna'), '2026-03-28T12:00:00Z'), '2026-03-29T01:00:00.000Z');
  t.is(next(daily(2, 'Europe/Vienna'), '2026-10-24T12:00:00Z'), '2026-10-25T00:00:00.000Z');
  t.is(next(daily(0, 'Asia/Kathmandu'), '2026-03-28T12:00:00Z'), '2026-03-28T18:15:00.000Z');
  // A Sunday in Auckland is a Saturday in London.
  const weekly = { every: 'week', weekday: 7, hour: 6, timeZone: 'Pacific/Auckland' } as const;
  t.is(next(weekly, '2026-11-23T07:00:00Z'), '2026-11-28T17:00:00.000Z');
});

test('the next time is later, not by more than a week and a day, and the one after it later again', (t) => {
  const times = fc.record({
    every: fc.constantFrom('day', 'week'),
    weekday: fc.integer({ min: 1, max: 7 }),
    hour: fc.integer({ min: 0, max: 23 }),
    timeZone: fc.constantFrom(
      'UTC',
      'Europe/Vienna',
      'Pacific/Apia',
      'America/St_Johns',
      'Australia/Lord_Howe',
    ),
  });
  const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(times, instants, (asked, after) => {
      const due = nextTime(asked, after);
      const most = (asked.every === 'day' ? 2 : 8) * 86_400_000 + 7_200_000;
      t.true(due > after && due.getTime() - after.getTime() <= most);
      const shown = new Intl.DateTimeFormat('en-u-hc-h23', {
        timeZone: asked.timeZone,
        hour: 'numeric',
        weekday: 'short',
      }).formatToParts(due);
      const part = (type: string) => shown.find((one) => one.type === type)!.value;
      const behind = (Number(part('hour')) - asked.hour + 24) % 24;
      t.true(behind <= 1, `${due.toISOString()} ${asked.timeZone} ${asked.hour}`);
      if (asked.every === 'week' && behind === 0)
        t.is(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][asked.weekday - 1], part('weekday'));
      t.true(nextTime(asked, due) > due);
    }),
    { numRuns: 300 },
  );
});

test('names of time zones are those of this machine', (t) => {
  t.true(isTimeZone('Europe/Vienna') && isTimeZone('UTC'));
  t.false(isTimeZone('Middle/Earth') || isTimeZone(''));
});
