import test from 'ava';
import fc from 'fast-check';
import { DistinctCounter } from '../../../../collector/domain/detection/state/distinct-counter.ts';

test('tells new hashes by the bits that they fall on, few or many', (t) => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 200 }), (hashes) => {
      const counter = new DistinctCounter(256);
      const bits = new Set<number>();
      for (const hash of hashes) {
        const bit = hash & 255;
        t.is(counter.add(hash), !bits.has(bit));
        bits.add(bit);
      }
      t.is(counter.estimate, Math.round(-256 * Math.log(Math.max(1, 256 - bits.size) / 256)));
    }),
  );
});
