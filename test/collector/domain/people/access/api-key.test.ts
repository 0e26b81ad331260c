import test from 'ava';
import fc from 'fast-check';
import {
  describeKey,
  hashKey,
  isPlausibleKey,
  keyPrefixes,
  makeKey,
} from '../../../../../collector/domain/people/access/api-key.ts';
import { systemRandom } from '../../../../support/system-random.ts';

test('keys say what they are for, are long and are not made twice', (t) => {
  for (const kind of Object.keys(keyPrefixes) as (keyof typeof keyPrefixes)[]) {
    const keys = Array.from({ length: 50 }, () => makeKey(kind, systemRandom));
    t.is(new Set(keys.map(({ key }) => key)).size, 50);
    for (const { key, prefix, hash } of keys) {
      t.true(key.startsWith(keyPrefixes[kind]));
      t.regex(key.slice(keyPrefixes[kind].length), /^[0-9A-Za-z]{40}$/);
      t.true(isPlausibleKey(key));
      t.true(key.startsWith(prefix) && prefix.length <= keyPrefixes[kind].length + 6);
      t.deepEqual(hash, hashKey(key));
    }
  }
});

test('digits are drawn evenly: bytes that would favour some are left out', (t) => {
  const bytes = Buffer.from(Array.from({ length: 64 }, (_, index) => (index % 2 === 0 ? 255 : 61)));
  const { key } = makeKey('account', { bytes: () => bytes, uuid: () => '' });
  t.is(key, `sonde_key_${'z'.repeat(40)}`);
});

test('of a key that an operator chose, a quarter at most is shown', (t) => {
  fc.assert(
    fc.property(fc.string({ minLength: 16, maxLength: 64, unit: 'grapheme-ascii' }), (key) => {
      fc.pre(!Object.values(keyPrefixes).some((prefix) => key.startsWith(prefix)));
      t.true(describeKey(key).prefix.length <= 4);
    }),
  );
});

test('what can be no key is not looked up', (t) => {
  for (const text of ['', 'short', 'a'.repeat(257), 'with spaces in it all over', 'ümlautümlautümlaut']) {
    t.false(isPlausibleKey(text), text);
  }
});
