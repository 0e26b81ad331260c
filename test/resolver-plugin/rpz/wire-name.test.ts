import { storedOctet } from '@sonde/shared/dns/names.ts';
import { nameBytes } from '@sonde/shared/policy/rpz-owner.ts';
import test from 'ava';
import fc from 'fast-check';
import { readName, skipName, wireName } from '../../../resolver-plugin/rpz/wire-name.ts';

const label = fc
  .uint8Array({ minLength: 1, maxLength: 63 })
  .map((octets) => Array.from(octets, storedOctet).join(''));

test('names of any octets go to the wire and back', (t) => {
  fc.assert(
    fc.property(fc.array(label, { maxLength: 3 }), (labels) => {
      const name = labels.join('.') || '.';
      const wire = wireName(name);
      t.is(nameBytes(name), wire.length);
      t.deepEqual(readName(wire, 0), { name, end: wire.length });
      t.is(skipName(wire, 0), wire.length);
      for (let length = 0; length < wire.length; length++)
        t.is(readName(wire.subarray(0, length), 0), undefined);
    }),
  );
});

test('hostile names are none', (t) => {
  t.is(readName(Buffer.from([0xc0, 0x00]), 0), undefined);
  t.is(readName(Buffer.concat(Array(128).fill(Buffer.from([1, 97]))), 0), undefined);
  t.is(readName(Buffer.from([64, ...Array(64).fill(97), 0]), 0), undefined);
  t.is(skipName(Buffer.from([0xc0]), 0), undefined);
  t.is(skipName(Buffer.from([1, 97, 0xc0, 0x0c]), 0), 4);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(310), (octets, start) => {
      const bytes = Buffer.from(octets);
      const skipped = skipName(bytes, start);
      t.true(skipped === undefined || skipped <= bytes.length);
      t.true((readName(bytes, start)?.end ?? 0) <= bytes.length);
    }),
  );
});
