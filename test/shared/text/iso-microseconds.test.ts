import { isoMicroseconds, microsecondsOfIso } from '@sonde/shared/text/iso-microseconds.ts';
import test from 'ava';
import fc from 'fast-check';

test('a moment is written with all of its microseconds', (t) => {
  t.is(isoMicroseconds(0), '1970-01-01T00:00:00.000000Z');
  t.is(isoMicroseconds(1_773_480_413_589_007), '2026-03-14T09:26:53.589007Z');
});

test('what was written is read again', (t) => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (microseconds) => {
      t.is(microsecondsOfIso(isoMicroseconds(microseconds)), microseconds);
    }),
  );
});

test('fractions of any length are read, and what is no time is none', (t) => {
  t.is(microsecondsOfIso('2026-03-14T09:26:53Z'), 1_773_480_413_000_000);
  t.is(microsecondsOfIso('2026-03-14T09:26:53.5Z'), 1_773_480_413_500_000);
  t.is(microsecondsOfIso('2026-03-14T10:26:53.589007999+01:00'), 1_773_480_413_589_007);
  t.is(microsecondsOfIso('yesterday'), Number.NaN);
});
