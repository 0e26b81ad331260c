import test from 'ava';
import fc from 'fast-check';
import { readRetryAfter as readInClient } from '../../../client/retry.ts';
import { readRetryAfter } from '../../../shared/net/retry-after.ts';

const now = Date.parse('1994-11-06T08:49:00Z');

const milliseconds: readonly [string | undefined, number | undefined][] = [
  ['0', 0],
  ['7', 7_000],
  [' 120 ', 120_000],
  ['999999999', 999_999_999_000],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
  ['Sun Nov  6 08:49:37 1994', 37_000],
  ['Sat, 05 Nov 1994 08:49:37 GMT', 0],
  [undefined, undefined],
  ['', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  ['9999999999', undefined],
  ['soon', undefined],
  ['Sun, 06 Nov 1994 25:49:37 GMT', undefined],
  ['1994-11-06T08:49:37Z', undefined],
];

for (const [header, expected] of milliseconds) {
  test(`Retry-After ${header === undefined ? 'that is missing' : JSON.stringify(header)} is ${expected}`, (t) => {
    t.is(readRetryAfter(header, now), expected);
    // The client is a package of its own, and must read the same.
    t.is(readInClient(header ?? null, now), expected === undefined ? undefined : expected / 1_000);
  });
}

test('whatever a server writes, the pause is none, or a whole number of milliseconds that is not negative', (t) => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
      ),
      (header) => {
        const pause = readRetryAfter(header, now);
        t.true(pause === undefined || (Number.isSafeInteger(pause) && pause >= 0));
      },
    ),
  );
});
