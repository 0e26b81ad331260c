import { addressBytes } from '@sonde/shared/net/address.ts';
import test from 'ava';
import fc from 'fast-check';
import { NameBook } from '../../../../../collector/domain/detection/names/name-book.ts';
import { nameFacts } from '../../../../../collector/domain/detection/names/name-facts.ts';
import { ClientBook } from '../../../../../collector/domain/detection/rows/client-book.ts';

test('a name is known by its bytes, also where another has its hash', (t) => {
  const book = new NameBook();
  const names = fc.array(fc.domain(), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(names, fc.nat(3), (asked, hash) => {
      for (const name of asked) {
        const bytes = Buffer.from(`..${name}..`, 'latin1');
        const read = (): unknown => book.read(bytes, 2, 2 + name.length, hash);
        t.deepEqual(read(), nameFacts(name));
        t.is(read(), read());
      }
    }),
  );
});

test('a client is known by its address', (t) => {
  const book = new ClientBook();
  const address = fc.oneof(fc.ipV4(), fc.constantFrom('2001:db8::1', '2001:db8::1:0', '::1', '::'));
  fc.assert(
    fc.property(fc.array(address), (addresses) => {
      for (const text of addresses) {
        const bytes = Buffer.concat([Buffer.of(9), addressBytes(text)]);
        t.is(book.read(bytes, 1).text, text);
        t.is(book.read(bytes, 1), book.read(bytes, 1));
      }
    }),
  );
});

test('neighbours of one network differ in the low bits of their hashes, which tables and counters take', (t) => {
  const book = new ClientBook();
  for (const network of ['192.0.2', '10.0.0', '172.16.255']) {
    const low = Array.from(
      { length: 256 },
      (_, host) => book.read(addressBytes(`${network}.${host}`), 0).hash.low & 1_023,
    );
    // 226 of 256 that are drawn evenly out of 1,024.
    t.true(new Set(low).size >= 200, `${network}.0/24: ${new Set(low).size}`);
  }
});
