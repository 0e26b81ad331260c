import { UsageError } from '@sonde/shared/system/usage-error.ts';
import test from 'ava';
import { boundedNumber, wholeNumber } from '../../../collector/cli/bench-numbers.ts';

test('a size is a whole number in any form, from a least one on', (t) => {
  t.is(wholeNumber('100000000'), 100_000_000);
  t.is(wholeNumber('1e8'), 100_000_000);
  t.is(wholeNumber('0', 0), 0);
  for (const text of [undefined, '0', '-1', '1.5', 'many', '1e300'])
    t.throws(() => wholeNumber(text), {
      instanceOf: UsageError,
      message: `"${text}" is not a whole number of at least 1.`,
    });
});

test('a number with a bound has digits alone', (t) => {
  t.is(boundedNumber('1', 999), 1);
  t.is(boundedNumber('999', 999), 999);
  t.is(boundedNumber('0', 999, 0), 0);
  for (const text of ['', '0', '1000', '0001', '-1', '1.5', '1e2', ' 1', '9'.repeat(400)])
    t.throws(() => boundedNumber(text, 999), {
      instanceOf: UsageError,
      message: `"${text}" is not a whole number from 1 to 999.`,
    });
  t.throws(() => boundedNumber(undefined, 999), { instanceOf: UsageError });
});
