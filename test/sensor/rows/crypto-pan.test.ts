import test from 'ava';
import fc from 'fast-check';
import { CryptoPan } from '../../../sensor/rows/crypto-pan.ts';

/** The key and trace that the authors published with Crypto-PAn 1.0. */
const key = Uint8Array.of(
  ...[21, 34, 23, 141, 51, 164, 207, 128, 19, 10, 91, 22, 73, 144, 125, 16],
  ...[216, 152, 143, 131, 121, 121, 101, 39, 98, 87, 76, 45, 42, 132, 34, 2],
);
const trace = {
  '128.11.68.132': '135.242.180.132',
  '129.118.74.4': '134.136.186.123',
  '130.132.252.244': '133.68.164.234',
  '141.223.7.43': '141.167.8.160',
  '141.233.145.108': '141.129.237.235',
  '152.163.225.39': '151.140.114.167',
  '156.29.3.236': '147.225.12.42',
  '165.247.96.84': '162.9.99.234',
  '166.107.77.190': '160.132.178.185',
  '192.102.249.13': '252.138.62.131',
};

test('the published trace comes out as published, first and from the cache', (t) => {
  const pan = new CryptoPan(key);
  for (const [address, expected] of Object.entries({ ...trace, ...trace })) {
    for (const _ of [1, 2]) {
      const bytes = Uint8Array.from(address.split('.').map(Number));
      pan.anonymise(bytes, 0, 4);
      t.is(bytes.join('.'), expected);
    }
  }
});

test('prefixes are kept, exactly as long as they are shared', (t) => {
  const pan = new CryptoPan(key);
  const address = fc.uint8Array({ minLength: 16, maxLength: 16 });
  fc.assert(
    fc.property(address, fc.integer({ min: 0, max: 127 }), (first, bit) => {
      const second = Uint8Array.from(first);
      second[bit >> 3]! ^= 0x80 >> (bit & 7);
      const [a, b] = [Uint8Array.from(first), second];
      pan.anonymise(a, 0, 16);
      pan.anonymise(b, 0, 16);
      return sharedBits(a, b) === bit;
    }),
    { numRuns: 200 },
  );
  t.pass();
});

function sharedBits(a: Uint8Array, b: Uint8Array): number {
  for (let bit = 0; bit < 128; bit++) {
    if (((a[bit >> 3]! ^ b[bit >> 3]!) & (0x80 >> (bit & 7))) !== 0) return bit;
  }
  return 128;
}

test('a key of another length is refused', (t) => {
  t.throws(() => new CryptoPan(new Uint8Array(16)), { instanceOf: RangeError });
});
