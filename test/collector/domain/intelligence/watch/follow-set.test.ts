import test from 'ava';
import fc from 'fast-check';
import { followSet } from '../../../../../collector/domain/intelligence/watch/follow-set.ts';
import { weighChange } from '../../../../../collector/domain/intelligence/watch/weigh-change.ts';
import type { WatchedSet } from '../../../../../collector/ports/scans/domain-watches.ts';

const minute = 60_000;
const interval = 60 * minute;

/** Looks in turn, minutes apart; what was told of at each. */
function follow(looks: readonly (readonly [at: number, value: string | null, agreed: boolean | null])[]) {
  let set: WatchedSet | undefined;
  return looks.map(([at, value, agreed]) => {
    const look = { values: value === null ? null : [value], ttl: 300, agreed };
    const after = followSet(set, look, { now: at * minute, interval, random: 0.5 });
    set = after.set;
    return after.change === undefined ? null : `${after.change.oldValues}>${after.change.newValues}`;
  });
}

test('a change is told when two servers agree, and by the second look of a server that is alone', (t) => {
  t.deepEqual(
    follow([
      [0, 'a', null],
      [5, 'b', true],
      [10, 'b', null],
    ]),
    [null, 'a>b', null],
  );
  t.deepEqual(
    follow([
      [0, 'a', null],
      [5, 'b', false],
      [6, 'b', false],
      [7, 'b', true],
    ]),
    [null, null, null, 'a>b'],
  );
  t.deepEqual(
    follow([
      [0, 'a', null],
      [5, 'b', null],
      [6, 'b', null],
    ]),
    [null, null, 'a>b'],
  );
  t.deepEqual(
    follow([
      [0, 'a', null],
      [5, null, null],
      [6, 'a', null],
    ]),
    [null, null, null],
  );
});

test('a set that flaps is held back until it is quiet, and not told if it is what it was', (t) => {
  const flapping = [
    [0, 'a', null],
    [1, 'b', true],
    [2, 'a', true],
    [3, 'b', true],
    [4, 'a', true],
    [5, 'b', true],
    [6, 'a', true],
  ] as const;
  t.deepEqual(follow(flapping), [null, 'a>b', 'b>a', 'a>b', null, null, null]);
  t.deepEqual(follow([...flapping, [10, 'a', true], [15, 'a', true], [22, 'a', true]]).slice(-3), [
    null,
    null,
    'b>a',
  ]);
  t.deepEqual(follow([...flapping, [7, 'b', null], [30, 'b', null]]).slice(-2), [null, null]);
});

test('whatever servers say, the next question is a minute to an interval away, and the first change is true', (t) => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          value: fc.option(fc.constantFrom('a', 'b', 'c')),
          agreed: fc.option(fc.boolean()),
          ttl: fc.nat(1e9),
          random: fc.double({ min: 0, max: 0.999, noNaN: true }),
          pause: fc.integer({ min: 1, max: 90 }),
        }),
      ),
      (looks) => {
        let set: WatchedSet | undefined;
        let now = 0;
        let told: string | undefined;
        for (const { value, agreed, ttl, random, pause } of looks) {
          now += pause * minute;
          const values = value === null ? null : [value];
          const after = followSet(set, { values, ttl, agreed }, { now, interval, random });
          const wait = after.set.dueAt - now;
          if (wait < 0.9 * minute - 1 || wait > 1.1 * interval + 1) return false;
          if (after.change !== undefined) {
            const { oldValues, newValues } = after.change;
            if (told !== undefined && oldValues[0] !== told) return false;
            if (agreed === false || newValues[0] !== value || oldValues[0] === value) return false;
            told = newValues[0];
          }
          set = after.set;
          if ((set.turns?.length ?? 0) > 17) return false;
        }
        return true;
      },
    ),
  );
  t.pass();
});

const weights: readonly [string, string[], string[], string, boolean][] = [
  ['NS', ['a.example', 'b.example'], ['x.example', 'y.example'], 'critical', true],
  ['NS', ['a.example', 'b.example'], ['a.example', 'y.example'], 'high', true],
  ['DS', ['1 13 2 AB'], [], 'high', true],
  ['DS', [], ['1 13 2 AB'], 'info', true],
  ['MX', ['10 mx.example'], ['5 mx.evil.example'], 'high', true],
  ['MX', ['10 mx.example'], ['20 mx.example'], 'medium', true],
  ['TXT', ['"v=spf1 mx -all"'], ['"v=spf1 mx ~all"'], 'medium', true],
  ['TXT', ['"v=spf1 mx -all"'], ['"v=spf1 mx +all"'], 'critical', true],
  ['TXT', ['"v=spf1 mx -all"'], [], 'high', true],
  ['TXT', ['"v=spf1 mx -all"'], ['"v=spf1 mx include:x.example -all"'], 'low', true],
  ['TXT', ['"v=spf1 mx ~all"'], ['"v=spf1 mx -all"'], 'info', false],
  ['TXT', ['"token=1"'], ['"token=2"'], 'info', false],
  ['_dmarc TXT', ['"v=DMARC1; p=reject"'], ['"v=DMARC1; p=none"'], 'high', true],
  ['_dmarc TXT', ['"v=DMARC1; p=reject"'], ['"v=DMARC1; p=reject; pct=10"'], 'medium', true],
  ['_dmarc TXT', ['"v=DMARC1; p=reject"'], ['"v=DMARC1; p=reject; sp=none"'], 'medium', true],
  ['_dmarc TXT', ['"v=DMARC1; p=none"'], ['"v=DMARC1; p=reject"'], 'info', false],
  ['_dmarc TXT', ['"v=DMARC1; p=none"'], [], 'high', true],
  ['registrar', ['One'], ['Other'], 'critical', true],
  ['A', ['192.0.2.1'], ['192.0.2.2'], 'low', false],
];

for (const [key, before, after, severity, isOwnership] of weights)
  test(`${key} from ${before} to ${after} is ${severity}`, (t) => {
    t.like(weighChange(key, before, after), { severity, isOwnership });
  });
