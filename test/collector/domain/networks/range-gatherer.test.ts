import test from 'ava';
import fc from 'fast-check';
import { RangeGatherer } from '../../../../collector/domain/networks/range-gatherer.ts';

/** Networks of a family of 12 bits, as tables have them: each within another or apart. */
const network = fc.tuple(fc.nat({ max: 4_095 }), fc.nat({ max: 12 })).map(([at, bits]) => {
  const size = 2 ** (12 - bits);
  const start = Math.floor(at / size) * size;
  return { start, end: start + size - 1 };
});

test('the longest prefix counts, in whatever order they come', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(network, { maxLength: 60 }), async (networks) => {
      const gatherer = new RangeGatherer(12);
      networks.forEach(({ start, end }, index) => {
        gatherer.add(start, end, index + 1);
      });
      const flat = await gatherer.build();
      for (let key = 0; key < 4_096; key++) {
        let best = 0;
        networks.forEach(({ start, end }, index) => {
          const other = networks[best - 1];
          if (start <= key && key <= end && (other === undefined || end - start < other.end - other.start))
            best = index + 1;
        });
        if (flat.find(key) !== best) t.is(flat.find(key), best, `${key}`);
      }
    }),
    { numRuns: 60 },
  );
  t.pass();
});

test('ranges that overlap in part, the ends of all keys, and nothing', async (t) => {
  const gatherer = new RangeGatherer(48);
  const last = 2 ** 48 - 1;
  gatherer.add(last - 5, last, 3);
  gatherer.add(0, 10, 1);
  gatherer.add(5, 15, 2);
  const flat = await gatherer.build();
  t.deepEqual(
    [0, 4, 5, 15, 16, last - 6, last - 5, last].map((key) => flat.find(key)),
    [1, 1, 2, 2, 0, 0, 3, 3],
  );
  t.is((await new RangeGatherer(32).build()).find(7), 0);
});

test('neighbours with one value are one range', async (t) => {
  const gatherer = new RangeGatherer(32);
  for (let number = 0; number < 3_000; number++) gatherer.add(number * 256, number * 256 + 255, 9);
  const flat = await gatherer.build();
  t.is(flat.count, 1);
  t.is(flat.find(3_000 * 256 - 1), 9);
  t.is(flat.find(3_000 * 256), 0);
});
