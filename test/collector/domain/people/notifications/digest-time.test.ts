import test from 'ava';
import fc from 'fast-check';
import { digestAfter } from '../../../../../collector/domain/people/notifications/digest-time.ts';
import { localTime } from '../../../../../shared/time/local-time.ts';

const at = (every: 'hour' | 'day', time: string, timeZone: string, moment: string) =>
  new Date(digestAfter({ every, at: time, timeZone }, Date.parse(moment))).toISOString();

test('a digest is sent at the next full hour, or at its time of the day, also where the clocks are changed', (t) => {
  t.is(at('hour', '08:00', 'UTC', '2026-03-01T10:00:00Z'), '2026-03-01T11:00:00.000Z');
  t.is(at('hour', '08:00', 'Asia/Kolkata', '2026-03-01T10:31:07.5Z'), '2026-03-01T11:30:00.000Z');
  t.is(at('day', '08:00', 'Europe/Berlin', '2026-01-10T06:59:59Z'), '2026-01-10T07:00:00.000Z');
  t.is(at('day', '08:00', 'Europe/Berlin', '2026-01-10T07:00:00Z'), '2026-01-11T07:00:00.000Z');
  t.is(at('day', '08:00', 'Europe/Berlin', '2026-03-28T12:00:00Z'), '2026-03-29T06:00:00.000Z');
  t.is(at('day', '08:00', 'Europe/Berlin', '2026-10-24T12:00:00Z'), '2026-10-25T07:00:00.000Z');
});

test('a digest is never longer away than a day and the hours of a change of clocks, and is at its minute', (t) => {
  const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
  const moments = fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2030-01-01') });
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      moments,
      fc.integer({ min: 0, max: 1_439 }),
      (timeZone, moment, minute) => {
        const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
        const next = digestAfter({ every: 'day', at: time, timeZone }, moment);
        // In the night of a change of clocks a time may be there twice, or not at all.
        const off = Math.abs(localTime(timeZone, next).minute - minute);
        return next > moment && next - moment <= 26 * 3_600_000 && Math.min(off, 1_440 - off) <= 60;
      },
    ),
  );
  t.pass();
});
