import { holdsAt, scheduleSchema } from '@sonde/shared/policy/schedule.ts';
import test from 'ava';

const schedule = (change: object) =>
  scheduleSchema.parse({ days: [1, 2, 3, 4, 5], from: '08:00', to: '16:30', ...change });
/** 2026-03-16 is a Monday. */
const at = (text: string) => Date.parse(`2026-03-${text}Z`);

test('within a day', (t) => {
  const working = schedule({});
  t.false(holdsAt(working, at('16T07:59:59')));
  t.true(holdsAt(working, at('16T08:00:00')));
  t.true(holdsAt(working, at('20T16:29:59')));
  t.false(holdsAt(working, at('20T16:30:00')));
  t.false(holdsAt(working, at('21T12:00:00')));
});

test('past midnight, on the day on which it begins', (t) => {
  const night = schedule({ days: [7], from: '22:00', to: '06:00' });
  t.true(holdsAt(night, at('15T23:00:00')));
  t.true(holdsAt(night, at('16T05:59:00')));
  t.false(holdsAt(night, at('16T06:00:00')));
  t.false(holdsAt(night, at('16T23:00:00')));
  t.false(holdsAt(night, at('15T05:00:00')));
});

test('whole days, in a time zone, with its summer time', (t) => {
  const sunday = schedule({ days: [7], from: '00:00', to: '00:00', time_zone: 'Europe/Vienna' });
  t.false(holdsAt(sunday, at('28T22:59:00')));
  t.true(holdsAt(sunday, at('28T23:00:00')));
  t.true(holdsAt(sunday, at('29T21:59:00')));
  t.false(holdsAt(sunday, at('29T22:00:00')));
  t.false(scheduleSchema.safeParse({ ...sunday, time_zone: 'Mars/Olympus' }).success);
});
