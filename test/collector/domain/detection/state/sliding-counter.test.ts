import test from 'ava';
import fc from 'fast-check';
import { SlidingCounter } from '../../../../../collector/domain/detection/state/sliding-counter.ts';
import { textHash } from '../../../../../collector/domain/detection/state/text-hash.ts';

const windowSeconds = 60;

/** The same by remembering everything. */
class Exact {
  readonly #last = new Map<number, number>();
  #now = 0;

  add(hash: number, at: number): boolean {
    this.#now = Math.max(this.#now, at);
    const before = this.#last.get(hash) ?? 0;
    if (at <= this.#now - windowSeconds) return false;
    this.#last.set(hash, Math.max(before, at));
    return before <= this.#now - windowSeconds;
  }

  get estimate(): number {
    return [...this.#last.values()].filter((at) => at > this.#now - windowSeconds).length;
  }
}

test('what is in the window is counted as by remembering everything', (t) => {
  // Hashes that share no slot, so that the table, too, is exact but for its logarithm.
  const step = fc.record({
    hash: fc.nat({ max: 300 }),
    after: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: -30, max: 1 }) },
      { weight: 1, arbitrary: fc.nat({ max: 150 }) },
    ),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 600, size: 'max' }), (steps) => {
      const [counter, exact] = [new SlidingCounter(windowSeconds), new Exact()];
      let now = 1_790_000_000;
      for (const { hash, after } of steps) {
        const at = now + after;
        now = Math.max(now, at);
        t.is(counter.add(hash, at), exact.add(hash, at));
        t.true(Math.abs(counter.estimate - exact.estimate) <= exact.estimate * 0.05);
      }
    }),
    { numRuns: 200 },
  );
});

test('many are estimated within some per cent, however long it goes on', (t) => {
  const counter = new SlidingCounter(windowSeconds);
  for (let second = 0; second < 900; second++) {
    for (let n = 0; n < 100; n++) counter.add(textHash(`${second} ${n}`), 1_790_000_000 + second);
    if (second >= 59) t.true(Math.abs(counter.estimate - 6_000) < 600, `${counter.estimate}`);
  }
});

test('a long window is counted in steps', (t) => {
  const counter = new SlidingCounter(86_400);
  for (let n = 0; n < 200; n++) counter.add(n, 1_790_000_000 + n * 600);
  // A day of ten minutes each, and up to one step of 720 seconds less.
  t.true(counter.estimate > 138 && counter.estimate < 150, `${counter.estimate}`);
});
