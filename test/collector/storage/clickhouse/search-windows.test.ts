import test from 'ava';
import fc from 'fast-check';
import {
  nextDays,
  windows,
} from '../../../../collector/storage/clickhouse/queries/searches/search-windows.ts';

const day = 86_400_000;
const noon = Date.UTC(2026, 2, 10, 12);

test('windows cover a stretch of time without a gap, newest first, whatever the time is now', (t) => {
  const time = fc.integer({ min: noon - 40 * day, max: noon });
  fc.assert(
    fc.property(time, fc.integer({ min: 1, max: 40 * day }), time, (from, length, now) => {
      let end = from + length;
      for (const window of windows(new Date(from), new Date(end), now)) {
        if (window.to.getTime() !== end || window.from >= window.to) return false;
        end = window.from.getTime();
      }
      return end === from;
    }),
  );
  t.pass();
});

test('the last minutes are looked at first where they are now, and never else', (t) => {
  const first = (now: number): Date => windows(new Date(noon - day), new Date(noon), now).next().value!.from;
  t.deepEqual(first(noon), new Date(noon - 300_000));
  t.deepEqual(first(noon + day), new Date(noon - day / 2));
});

test('days are named where some between them are left out', (t) => {
  const midnight = noon - day / 2;
  const days = (...back: number[]) => back.map((n) => ({ day: midnight - n * day, rows: 1 }));
  const stretch = { from: new Date(noon - 30 * day), to: new Date(midnight) };
  t.deepEqual(nextDays(stretch, days(1, 2), 100, 1), {
    window: { from: new Date(midnight - 2 * day), to: new Date(midnight) },
    taken: 2,
  });
  t.deepEqual(nextDays(stretch, days(1, 3), 100, 1).window.days, [midnight - day, midnight - 3 * day]);
});

test('a step takes as many days as may fill the page', (t) => {
  const midnight = noon - day / 2;
  const days = [1, 2, 3, 4].map((back) => ({ day: midnight - back * day, rows: 40 }));
  const stretch = { from: new Date(noon - 30 * day), to: new Date(midnight) };
  t.is(nextDays(stretch, days, 100, 1).taken, 3);
  t.is(nextDays(stretch, days, 30, 2).taken, 2);
  t.is(nextDays(stretch, days, 1_000, 1).taken, 4);
});
