import test from 'ava';
import fc from 'fast-check';
import {
  type AbuseContext,
  type AbuseEvidence,
  mailGroup,
  scoreAbuse,
} from '../../../../../collector/domain/intelligence/addresses/score-abuse.ts';

const now = Date.UTC(2026, 10, 1);
const context: AbuseContext = { now, isWhitelisted: false, isShared: false };
const some: AbuseEvidence = {
  source: 'feed',
  kind: 'feed',
  group: 'feed',
  about: '192.0.2.1',
  reason: null,
  seenAt: now,
  weight: 1,
  severity: 1,
  halfLife: 7,
  isNetwork: false,
};
const evidence: fc.Arbitrary<AbuseEvidence> = fc
  .record({
    group: fc.constantFrom('a', 'b', 'c', mailGroup),
    weight: fc.double({ min: 0, max: 1, noNaN: true }),
    severity: fc.constantFrom(0, 0.3, 0.6, 1),
    age: fc.integer({ min: -5, max: 400 }),
    isNetwork: fc.boolean(),
    isDropped: fc.boolean(),
    gathered: fc.option(fc.subarray(['a', 'b', 'c'])),
  })
  .map(({ group, weight, severity, age, isNetwork, isDropped, gathered }) => ({
    ...some,
    source: isDropped ? 'spamhaus-drop-v4' : group,
    group,
    weight,
    severity,
    isNetwork,
    seenAt: now - age * 86_400_000,
    ...(gathered === null ? {} : { gatheredFrom: gathered }),
  }));
const contexts = fc
  .record({ isWhitelisted: fc.boolean(), isShared: fc.boolean() })
  .map((flags) => ({ now, ...flags }));

test('further evidence never lowers the score', (t) => {
  fc.assert(
    fc.property(fc.array(evidence, { maxLength: 12 }), evidence, contexts, (given, more, where) => {
      t.true(scoreAbuse([...given, more], where).confidence >= scoreAbuse(given, where).confidence);
    }),
    { numRuns: 2_000 },
  );
});

test('the order of the evidence does not matter, and the score is from 0 to 100', (t) => {
  fc.assert(
    fc.property(
      fc.array(evidence, { maxLength: 12 }),
      fc.infiniteStream(fc.nat()),
      contexts,
      (given, keys, where) => {
        const shuffled = given
          .map((one) => ({ one, key: keys.next().value as number }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one);
        const { confidence } = scoreAbuse(given, where);
        t.is(scoreAbuse(shuffled, where).confidence, confidence);
        t.true(Number.isInteger(confidence) && confidence >= 0 && confidence <= 100);
      },
    ),
    { numRuns: 500 },
  );
});

test('one group alone never reaches 75, mail lists together no more than 30, a network no more than 40', (t) => {
  const of = (change: Partial<AbuseEvidence>) => scoreAbuse([{ ...some, ...change }], context).confidence;
  t.is(of({}), 60);
  t.is(of({ isNetwork: true }), 40);
  t.is(of({ isNetwork: true, source: 'spamhaus-drop-v6' }), 60);
  t.is(of({ group: mailGroup }), 30);
  t.is(of({ weight: 0 }), 0);
  t.is(of({ seenAt: now - 7 * 86_400_000 }), 50);
  t.is(of({ seenAt: null }), 60);
  fc.assert(
    fc.property(fc.array(evidence, { maxLength: 20 }), (given) => {
      const alone = given.map(({ gatheredFrom: _, ...one }) => ({ ...one, group: 'a' }));
      t.true(scoreAbuse(alone, context).confidence < 75);
    }),
  );
});

test('an aggregate does not count beside what it was gathered from, and counts where it says more', (t) => {
  const part = { ...some, source: 'part', group: 'part', weight: 0.5 };
  const aggregate = { ...some, source: 'all', group: 'all', weight: 0.4, gatheredFrom: ['part', 'other'] };
  const score = scoreAbuse([part, aggregate], context);
  t.is(score.confidence, 50);
  t.deepEqual(
    score.evidence.map(({ source, counted }) => [source, counted]),
    [
      ['part', true],
      ['all', false],
    ],
  );
  t.is(scoreAbuse([part, { ...aggregate, weight: 0.6 }], context).confidence, 60);
  t.is(scoreAbuse([part, { ...aggregate, gatheredFrom: ['other'] }], context).confidence, 70);
});

test('what is well known to be good has no points, and shared addresses half as many', (t) => {
  t.is(scoreAbuse([some], { ...context, isWhitelisted: true }).confidence, 0);
  t.is(scoreAbuse([some], { ...context, isShared: true }).confidence, 50);
  t.is(scoreAbuse([{ ...some, weight: 0.5 }], { ...context, isShared: true }).confidence, 25);
});
