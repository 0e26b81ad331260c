import test from 'ava';
import fc from 'fast-check';
import type { ReputationInput } from '../../../../../collector/domain/intelligence/reputation/reputation-input.ts';
import { scoreReputation } from '../../../../../collector/domain/intelligence/reputation/score-reputation.ts';
import type { Finding } from '../../../../../scanner/ports/finding.ts';
import { samplePart } from '../../../../support/scans/sample-scan.ts';

const nothing: ReputationInput = {
  domain: 'example.com',
  parts: {},
  threat: null,
  stability: null,
  diversity: null,
  performance: null,
};
const finding = (status: Finding['status'], severity?: Finding['severity'], advice?: string): Finding => ({
  code: 'x',
  status,
  message: 'Something.',
  rule: 'RFC 1 section 1',
  ...(severity !== undefined && { severity }),
  ...(advice !== undefined && { advice }),
});
const part = (...findings: Finding[]) => samplePart({ result: {}, findings });
const perfect: ReputationInput = {
  domain: 'example.com',
  parts: {
    records: part(),
    spf: part(finding('pass')),
    dnssec: part(finding('pass')),
    tls: part(finding('pass')),
  },
  threat: { listsChecked: 20, severity: null, lists: [] },
  stability: { observedDays: 90, scans: 90, failedScans: 0, changes: 0 },
  diversity: { nameServers: 4, prefixes: 4, autonomousSystems: 2, ipv6: true },
  performance: { dns: 20, tls: 80 },
};

test('all that is good makes 1000', (t) => {
  const score = scoreReputation(perfect);
  t.like(score, { score: 1_000, grade: 'A+', ceiling: null, recommendations: [] });
  t.deepEqual(
    score.components.map(({ possible }) => possible),
    [150, 175, 125, 175, 75, 200, 50, 50],
  );
});

test('nothing measured is no score', (t) => {
  t.like(scoreReputation(nothing), { score: null, grade: null });
});

test('what was not measured is shared out, and is not zero', (t) => {
  const score = scoreReputation({ ...nothing, parts: { spf: part(finding('pass')) } });
  t.is(score.score, 1_000);
  t.is(score.components.find(({ component }) => component === 'email_auth')?.possible, 1_000);
  t.is(score.components.find(({ component }) => component === 'dnssec')?.points, null);
});

test('what could not be told, and what is neither good nor bad, measures nothing', (t) => {
  for (const status of ['unknown', 'info'] as const) {
    t.is(scoreReputation({ ...nothing, parts: { tls: part(finding(status)) } }).score, null);
  }
  t.is(scoreReputation({ ...nothing, parts: { tls: samplePart({ result: null }) } }).score, null);
});

test('each fault takes its points and says so', (t) => {
  const score = scoreReputation({
    ...perfect,
    parts: {
      ...perfect.parts,
      dmarc: part(finding('fail', 'high', 'Publish a policy.'), finding('warning', 'low')),
    },
  });
  const email = score.components.find(({ component }) => component === 'email_auth')!;
  t.is(email.points, 61);
  t.deepEqual(
    email.reasons.map(({ points }) => points),
    [-35, -4],
  );
  t.is(score.score, 1_000 - 175 + 107);
  t.deepEqual(score.recommendations, ['Publish a policy.']);
});

test('a listed domain has a ceiling', (t) => {
  const score = scoreReputation({
    ...perfect,
    threat: { listsChecked: 20, severity: 'critical', lists: ['one'] },
  });
  t.like(score, { score: 200, grade: 'F', ceiling: 200 });
});

test('spread, steadiness and speed count', (t) => {
  const components = scoreReputation({
    ...nothing,
    stability: { observedDays: 60, scans: 60, failedScans: 6, changes: 4 },
    diversity: { nameServers: 1, prefixes: 1, autonomousSystems: 1, ipv6: false },
    performance: { dns: 275, tls: null },
  }).components;
  const points = (name: string) => components.find(({ component }) => component === name)?.points;
  t.is(points('stability'), 70);
  t.is(points('diversity'), 0);
  t.is(points('performance'), 50);
  t.is(
    scoreReputation({ ...nothing, stability: { observedDays: 2, scans: 2, failedScans: 0, changes: 0 } })
      .score,
    null,
  );
});

test('the age that a registry tells counts beside what scans saw, and alone', (t) => {
  const steadiness = (input: Partial<ReputationInput>) =>
    scoreReputation({ ...nothing, ...input }).components.find(({ component }) => component === 'stability')
      ?.points;
  t.is(steadiness({ ageDays: null }), null);
  for (const [ageDays, points] of [
    [0, 40],
    [29, 40],
    [45, 70],
    [364, 90],
    [365, 100],
  ])
    t.is(steadiness({ ageDays: ageDays! }), points, `${ageDays} days`);
  const stability = { observedDays: 60, scans: 60, failedScans: 0, changes: 4 };
  t.is(steadiness({ ageDays: 45, stability }), 50);
});

test('every point is explained, whatever is found', (t) => {
  const findings = fc.array(
    fc.record({
      status: fc.constantFrom('pass', 'info', 'warning', 'fail', 'unknown' as const),
      severity: fc.constantFrom('low', 'medium', 'high', 'critical' as const),
    }),
    { maxLength: 12 },
  );
  const checks = ['records', 'spf', 'dkim', 'dnssec', 'tls', 'caa'];
  fc.assert(
    fc.property(
      fc.array(findings, { minLength: 6, maxLength: 6 }),
      fc.option(fc.nat({ max: 3_000 })),
      fc.option(fc.constantFrom('info', 'low', 'medium', 'high', 'critical' as const)),
      (lists, dns, severity) => {
        const parts = Object.fromEntries(
          lists.map((list, index) => [
            checks[index]!,
            part(...list.map((one) => finding(one.status, one.severity))),
          ]),
        );
        const score = scoreReputation({
          ...nothing,
          parts,
          performance: { dns, tls: null },
          threat: severity === null ? null : { listsChecked: 1, severity, lists: ['one'] },
        });
        const measured = score.components.filter(({ points }) => points !== null);
        t.is(
          measured.reduce((sum, { possible }) => sum + possible, 0),
          measured.length === 0 ? 0 : 1_000,
        );
        for (const { points, reasons } of measured) {
          t.is(points, 100 + reasons.reduce((sum, reason) => sum + reason.points, 0));
          t.true(points! >= 0);
        }
        const sum = measured.reduce((total, { contribution }) => total + contribution, 0);
        if (measured.length > 0) t.is(score.score, Math.min(sum, score.ceiling ?? sum));
      },
    ),
    { numRuns: 200 },
  );
});
