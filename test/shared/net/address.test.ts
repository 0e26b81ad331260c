import { isIP } from 'node:net';
import { addressBytes, addressText } from '@sonde/shared/net/address.ts';
import test from 'ava';
import fc from 'fast-check';

test('bytes and text turn into one another', (t) => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      const text = addressText(bytes);
      t.not(isIP(text), 0);
      t.deepEqual(new Uint8Array(addressBytes(text)), bytes);
    }),
  );
});

test('every IPv4 and IPv6 text is read as the platform reads it', (t) => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
      const written = addressText(addressBytes(text));
      const expected = isIP(text) === 4 ? text : new URL(`http://[${text}]/`).hostname.slice(1, -1);
      t.true(
        written === expected || expected.startsWith('::ffff:'),
        `${text} -> ${written}, not ${expected}`,
      );
    }),
    { numRuns: 500 },
  );
});

test('the text is that of RFC 5952', (t) => {
  for (const [given, expected] of [
    ['2001:0db8:0000:0000:0001:0000:0000:0001', '2001:db8::1:0:0:1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['198.51.100.7', '198.51.100.7'],
  ] as const) {
    t.is(addressText(addressBytes(given)), expected);
  }
});

test('what is no address is refused', (t) => {
  for (const text of ['', '1.2.3', '01.2.3.4', '1.2.3.4.5', ':::', 'fe80::1%lo', 'example', '1::2::3']) {
    t.throws(() => addressBytes(text), { instanceOf: RangeError }, text);
  }
});
