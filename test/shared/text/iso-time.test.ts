import { isoTime } from '@sonde/shared/text/iso-time.ts';
import test from 'ava';
import fc from 'fast-check';

test('every moment is written as dates write it', (t) => {
  const farthest = 8.64e15;
  fc.assert(
    fc.property(fc.integer({ min: -farthest, max: farthest }), (time) => {
      t.is(isoTime(time), new Date(time).toISOString());
    }),
  );
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('2400-01-01'), noInvalidDate: true }), (date) => {
      t.is(isoTime(date.getTime()), date.toISOString());
    }),
  );
});

test('every day of four hundred years has its name', (t) => {
  for (let time = Date.UTC(1900, 0, 1); time < Date.UTC(2300, 0, 1); time += 86_400_000) {
    if (isoTime(time - 1) !== new Date(time - 1).toISOString()) t.fail(new Date(time - 1).toISOString());
    if (isoTime(time) !== new Date(time).toISOString()) t.fail(new Date(time).toISOString());
  }
  t.pass();
});

test('what is no moment is refused, and parts of milliseconds are dropped', (t) => {
  t.is(isoTime(1_773_480_413_589.7), '2026-03-14T09:26:53.589Z');
  for (const time of [Number.NaN, Number.POSITIVE_INFINITY, 9e15]) {
    t.throws(() => isoTime(time), { instanceOf: RangeError });
  }
});
