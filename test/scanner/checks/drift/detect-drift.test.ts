import test from 'ava';
import fc from 'fast-check';
import { detectDrift } from '../../../../scanner/checks/drift/detect-drift.ts';
import type { DriftSnapshot } from '../../../../scanner/checks/drift/drift.ts';
import { snapshotOfScan } from '../../../../scanner/checks/drift/snapshot-of-scan.ts';
import { samplePart, sampleScan } from '../../../support/scans/sample-scan.ts';

const empty: DriftSnapshot = {
  domain: 'example.com',
  scannedAt: '2026-01-01T00:00:00.000Z',
  recordSets: [],
  certificates: null,
  facts: [],
  findings: [],
};
const withSet = (type: string, ...values: string[]): DriftSnapshot => ({
  ...empty,
  recordSets: [{ name: 'example.com', type, values }],
});
const told = (before: DriftSnapshot, after: DriftSnapshot) =>
  detectDrift(before, after).changes.map(({ kind, recordType, oldValue, newValue, severity }) =>
    [kind, recordType, oldValue, newValue, severity].join(' | '),
  );

const same: readonly (readonly [string, DriftSnapshot, DriftSnapshot])[] = [
  ['order', withSet('NS', 'a.example', 'b.example'), withSet('NS', 'b.example', 'a.example')],
  ['letters of names', withSet('NS', 'A.Example.'), withSet('NS', 'a.example')],
  ['the serial number', withSet('SOA', 'a. b. 1 2 3 4 5'), withSet('SOA', 'a. b. 2 2 3 4 5')],
  ['strings of a text', withSet('TXT', '"v=spf1 " "-all"'), withSet('TXT', '"v=spf1 -all"')],
  ['new signatures', withSet('RRSIG', 'a'), withSet('RRSIG', 'b')],
  [
    'no answer',
    withSet('A', '192.0.2.1'),
    { ...empty, recordSets: [{ name: 'example.com', type: 'A', values: null }] },
  ],
  ['the same twice', withSet('A', '192.0.2.1', '192.0.2.1'), withSet('A', '192.0.2.1')],
];
for (const [what, before, after] of same) {
  test(`${what} is no drift`, (t) => {
    t.false(detectDrift(before, after).drifted);
    t.false(detectDrift(after, before).drifted);
  });
}

test('records that come, go and change are told with what differs', (t) => {
  t.deepEqual(told(empty, withSet('MX', '10 mx.example')), ['added | MX |  | 10 mx.example | high']);
  t.deepEqual(told(withSet('A', '192.0.2.1'), empty), ['removed | A | 192.0.2.1 |  | medium']);
  t.deepEqual(told(withSet('NS', 'a.example', 'b.example'), withSet('NS', 'b.example', 'c.example')), [
    'changed | NS | a.example | c.example | high',
  ]);
  t.deepEqual(told(withSet('TXT', '"v=spf1 -all"'), withSet('TXT', '"v=spf1 +all"')), [
    'changed | TXT | "v=spf1 -all" | "v=spf1 +all" | medium',
  ]);
  t.deepEqual(told(withSet('TXT', '"a"'), withSet('TXT', '"A"')), ['changed | TXT | "a" | "A" | low']);
  t.deepEqual(told(withSet('SOA', 'a. b. 1 2 3 4 5'), withSet('SOA', 'a. b. 1 2 3 4 6')), [
    'changed | SOA | a. b. 2 3 4 5 | a. b. 2 3 4 6 | info',
  ]);
});

test('a renewal weighs less than another authority', (t) => {
  const served = (fingerprint: string, issuer: string): DriftSnapshot => ({
    ...empty,
    certificates: [{ fingerprint, issuer, notAfter: '2026-06-01T00:00:00.000Z' }],
  });
  const severity = (before: DriftSnapshot, after: DriftSnapshot) =>
    detectDrift(before, after).changes[0]?.severity;
  t.is(severity(served('a', 'One'), served('b', 'One')), 'info');
  t.is(severity(served('a', 'One'), served('b', 'Two')), 'medium');
  t.is(severity(served('a', 'One'), served('a', 'One')), undefined);
  t.is(severity(served('a', 'One'), empty), undefined);
});

test('facts and findings that turn bad weigh more', (t) => {
  const fact = (value: string | null): DriftSnapshot => ({
    ...empty,
    facts: [{ name: 'dnssecValid', value }],
  });
  t.is(detectDrift(fact('true'), fact('false')).changes[0]?.severity, 'high');
  t.is(detectDrift(fact('false'), fact('true')).changes[0]?.severity, 'info');
  t.false(detectDrift(fact('true'), fact(null)).drifted);
  const found = (status: 'pass' | 'fail' | 'unknown', code = 'x'): DriftSnapshot => ({
    ...empty,
    findings: [{ scanner: 'spf', code, status }],
  });
  t.is(detectDrift(found('pass'), found('fail')).changes[0]?.kind, 'added');
  t.is(detectDrift(found('fail'), found('pass')).changes[0]?.kind, 'removed');
  t.false(detectDrift(found('fail'), found('unknown')).drifted);
  t.false(detectDrift(found('fail'), empty).drifted);
});

test('a scan is compared with itself without drift, and its parts are read', (t) => {
  const scan = sampleScan({
    domain: 'example.com',
    summary: { sslValid: true, spfValid: null },
    parts: {
      records: samplePart({
        result: {
          exists: true,
          recordSets: [{ name: 'example.com', type: 'A', ttl: 60, values: ['192.0.2.1'], truncated: false }],
        },
      }),
    },
  });
  const snapshot = snapshotOfScan(scan);
  t.false(detectDrift(snapshot, snapshot).drifted);
  t.is(snapshot.recordSets.length, 1);
  t.deepEqual(
    snapshot.facts.find(({ name }) => name === 'sslValid'),
    { name: 'sslValid', value: 'true' },
  );
  t.is(snapshot.certificates, null);
});

test('order never matters, and what changed one way changes back the other', (t) => {
  const values = fc.array(fc.stringMatching(/^[a-z0-9. ]{1,12}$/), { maxLength: 6 });
  fc.assert(
    fc.property(fc.constantFrom('A', 'TXT', 'MX', 'SOA', 'NS'), values, values, (type, one, other) => {
      t.false(detectDrift(withSet(type, ...one), withSet(type, ...one.toReversed())).drifted);
      const [there] = detectDrift(withSet(type, ...one), withSet(type, ...other)).changes;
      const [back] = detectDrift(withSet(type, ...other), withSet(type, ...one)).changes;
      t.is(there?.oldValue, back?.newValue);
      t.is(there?.newValue, back?.oldValue);
    }),
    { numRuns: 300 },
  );
});
