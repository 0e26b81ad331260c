import test from 'ava';
import fc from 'fast-check';
import { backoff, retryWait, type Setback } from '../../../shared/net/retry-wait.ts';

const chance = fc.double({ min: 0, max: 0.999, noNaN: true });
const failures = fc.integer({ min: 1, max: 1_000 });

test('backoff doubles within its bounds', (t) => {
  fc.assert(
    fc.property(failures, chance, (n, random) => {
      const wait = backoff(n, random);
      return wait >= 250 && wait <= 60_000;
    }),
  );
  t.true(backoff(4, 0) > backoff(1, 0.99));
  t.is(backoff(1, 0, 4_000, 30_000), 2_000);
  t.is(backoff(9, 0.999_999, 4_000, 30_000), 30_000);
});

test('no wait is the same for all: chance has a part in each, and none is shorter than was asked for', (t) => {
  const setback: fc.Arbitrary<Setback> = fc.oneof(
    fc.record({ kind: fc.constantFrom('failed', 'unauthorized', 'not_a_collector') }),
    fc.record({
      kind: fc.constant('busy' as const),
      after: fc.option(fc.integer({ min: 0, max: 3_600_000 }), { nil: undefined }),
    }),
  );
  fc.assert(
    fc.property(setback, failures, (why, n) => {
      const [least, most] = [retryWait(why, n, 0), retryWait(why, n, 0.999)];
      return most - least >= 200 && (why.kind !== 'busy' || least >= (why.after ?? 0));
    }),
  );
  t.pass();
});

test('a thousand who are told the same pause at one moment come back one by one, and further apart each time', (t) => {
  const busiest = (round: number): number => {
    const perTenth = new Map<number, number>();
    for (let index = 0; index < 1_000; index++) {
      const tenth = Math.floor(retryWait({ kind: 'busy', after: 1_000 }, round, index / 1_000) / 100);
      perTenth.set(tenth, (perTenth.get(tenth) ?? 0) + 1);
    }
    return Math.max(...perTenth.values());
  };
  t.true(busiest(1) <= 201, `${busiest(1)} in a tenth of a second`);
  t.true(busiest(5) <= 14, `${busiest(5)} in a tenth of a second`);
});
