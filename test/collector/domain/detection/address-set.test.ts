import { addressBytes, addressText } from '@sonde/shared/net/address.ts';
import test from 'ava';
import fc from 'fast-check';
import { AddressSet } from '../../../../collector/domain/detection/state/address-set.ts';

test('keeps different addresses in their order, up to its bound', (t) => {
  const address = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.constantFrom('192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8:1::1'),
  );
  fc.assert(
    fc.property(fc.array(address, { maxLength: 24 }), (texts) => {
      const set = new AddressSet(8);
      const model = new Set<string>();
      for (const text of texts) {
        const bytes = Buffer.concat([Buffer.alloc(3), addressBytes(text)]);
        const own = addressText(bytes, 3);
        const isNew = !model.has(own) && model.size < 8;
        t.is(set.add(bytes, 3), isNew);
        if (isNew) model.add(own);
      }
      t.is(set.size, model.size);
      t.is(set.isFull, model.size === 8);
      t.deepEqual(
        set.first(5).map((bytes) => addressText(bytes)),
        [...model].slice(0, 5),
      );
    }),
  );
});
