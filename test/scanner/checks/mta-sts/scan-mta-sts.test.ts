import test from 'ava';
import fc from 'fast-check';
import type { MtaStsResult } from '../../../../scanner/checks/mta-sts/mta-sts-result.ts';
import { mtaStsScanner } from '../../../../scanner/checks/mta-sts/scan-mta-sts.ts';
import { parseMtaStsPolicy, patternCovers } from '../../../../scanner/protocols/mail/mta-sts/parse-policy.ts';
import {
  isMtaStsRecord,
  parseMtaStsRecord,
} from '../../../../scanner/protocols/mail/mta-sts/parse-record.ts';
import { checkScan, type RecordedFile, type ScanCase } from '../../../support/scans/mail-world.ts';

const url = 'https://mta-sts.example.com/.well-known/mta-sts.txt';
const mx = 'example.com MX 10 mail.example.com\nexample.com MX 20 b.backup.example.net';
const good =
  'version: STSv1\r\nmode: enforce\r\nmx: mail.example.com\r\nmx: *.backup.example.net\r\nmax_age: 2592000\r\n';
const zoneOf = (...records: string[]) =>
  [mx, ...records.map((record) => `_mta-sts.example.com TXT "${record}"`)].join('\n');
const record = zoneOf('v=STSv1; id=20260101T000000;');

function withPolicy(
  title: string,
  file: RecordedFile,
  result: Partial<MtaStsResult>,
  findings: readonly string[],
  errors: readonly string[] = [],
): ScanCase<MtaStsResult> {
  return { title, zone: record, files: { [url]: file }, result, findings, errors };
}

const change = (from: string | RegExp, to: string): RecordedFile => ({ body: good.replace(from, to) });
const sound = { enabled: true, valid: true } as const;
const unsound = { enabled: false, valid: false } as const;
const bad = 'fail:bad_policy RFC 8461 section 3.2';

const cases: readonly ScanCase<MtaStsResult>[] = [
  withPolicy(
    'a sound policy',
    { body: good },
    { ...sound, mode: 'enforce', maxAge: 2_592_000, id: '20260101T000000' },
    ['pass:mode_enforce RFC 8461 section 5', 'pass:covered RFC 8461 section 4.1'],
  ),
  withPolicy('line ends without CR', change(/\r/g, ''), sound, ['pass:covered']),
  withPolicy('a type with a charset', { body: good, type: 'Text/Plain; charset=utf-8' }, sound, [
    'pass:covered',
  ]),
  withPolicy('another type', { body: good, type: 'text/html' }, { enabled: true, valid: false }, [
    'fail:media_type RFC 8461 section 3.2',
  ]),
  withPolicy('mode testing', change('enforce', 'testing'), { ...sound, mode: 'testing' }, [
    'warning:mode_testing',
  ]),
  withPolicy(
    'mode none',
    { body: 'version: STSv1\nmode: none\nmax_age: 86400\n' },
    { enabled: false, mode: 'none' },
    ['info:mode_none'],
  ),
  withPolicy('an unknown mode', change('enforce', 'report'), unsound, [bad]),
  withPolicy('no mode', change('mode: enforce\r\n', ''), unsound, [bad]),
  withPolicy('no version', change('version: STSv1\r\n', ''), unsound, [bad]),
  withPolicy('another version', change('STSv1', 'STSv2'), unsound, [bad]),
  withPolicy('the version not first', change(/(version.*\r\n)(mode.*\r\n)/, '$2$1'), sound, ['pass:covered']),
  withPolicy('no max_age', change('max_age: 2592000\r\n', ''), unsound, [bad]),
  withPolicy('max_age beyond a year', change('2592000', '31557601'), unsound, [bad]),
  withPolicy('max_age of a year', change('2592000', '31557600'), sound, ['pass:covered']),
  withPolicy('a short max_age', change('2592000', '86400'), sound, ['warning:short_max_age']),
  withPolicy('max_age that is no number', change('2592000', '30d'), unsound, [bad]),
  withPolicy('no mx', change(/mx:.*\r\n/g, ''), unsound, [bad]),
  withPolicy('a pattern that is none', change('*.backup', 'b*.backup'), unsound, [bad]),
  withPolicy(
    'an exchanger is not covered',
    change('mx: *.backup.example.net\r\n', ''),
    { enabled: true, valid: false },
    ['fail:uncovered_exchanger RFC 8461 section 4.1'],
  ),
  withPolicy(
    'a wildcard does not cover its own name',
    change('*.backup.example.net', '*.b.backup.example.net'),
    { valid: false },
    ['fail:uncovered_exchanger'],
  ),
  withPolicy(
    'a wildcard covers one label',
    change('*.backup.example.net', '*.example.net'),
    { valid: false },
    ['fail:uncovered_exchanger'],
  ),
  withPolicy(
    'a field twice',
    change('mode: enforce', 'mode: enforce\r\nmode: none'),
    { mode: 'enforce', valid: true },
    ['warning:policy_note'],
  ),
  withPolicy('an unknown field', change('mode', 'extra: 1\r\nmode'), sound, ['pass:covered']),
  withPolicy('a line that is no field', change('mode', 'hello\r\nmode'), sound, ['warning:policy_note']),
  withPolicy('a redirect', { status: 301 }, unsound, ['fail:redirect RFC 8461 section 3.3'], ['redirect']),
  withPolicy('not found', { status: 404 }, unsound, ['fail:bad_status'], ['bad_status']),
  withPolicy(
    'a certificate that does not verify',
    { failure: 'untrusted' },
    unsound,
    ['fail:untrusted_certificate RFC 8461 section 3.3'],
    ['untrusted'],
  ),
  withPolicy(
    'nobody answers',
    { failure: 'timeout' },
    { enabled: null, valid: null },
    ['unknown:no_policy'],
    ['timeout'],
  ),
  withPolicy(
    '100 MB',
    { body: good + 'x'.repeat(1_000_000) },
    unsound,
    ['fail:too_large RFC 8461 section 3.2'],
    ['too_large'],
  ),
  {
    title: 'no record',
    zone: mx,
    result: { enabled: false, valid: false },
    findings: ['info:no_record RFC 8461 section 3.1'],
  },
  {
    title: 'two records',
    zone: zoneOf('v=STSv1; id=1', 'v=STSv1; id=2'),
    result: unsound,
    findings: ['fail:several_records RFC 8461 section 3.1'],
  },
  {
    title: 'the record of another version',
    zone: zoneOf('v=STSv10; id=1'),
    result: unsound,
    findings: ['info:no_record'],
  },
  {
    title: 'no id',
    zone: zoneOf('v=STSv1;'),
    files: { [url]: { body: good } },
    result: { enabled: false, valid: false, id: null },
    findings: ['fail:bad_record RFC 8461 section 3.1'],
  },
  {
    title: 'an id of other characters',
    zone: zoneOf('v=STSv1; id=2026-01-01'),
    files: { [url]: { body: good } },
    result: unsound,
    findings: ['fail:bad_record'],
  },
  {
    title: 'an id of 33 characters',
    zone: zoneOf(`v=STSv1; id=${'1'.repeat(33)}`),
    files: { [url]: { body: good } },
    result: unsound,
    findings: ['fail:bad_record'],
  },
  {
    title: 'the lookup fails',
    zone: `${mx}\n_mta-sts.example.com TXT !timeout`,
    result: { enabled: null, valid: null },
    findings: ['unknown:unanswered'],
    errors: ['timeout'],
  },
];

for (const one of cases)
  test(`MTA-STS: ${one.title}`, (t) => checkScan(t, mtaStsScanner, one).then(() => {}));

test('patterns cover what RFC 8461 section 4.1 has them cover', (t) => {
  t.true(patternCovers('mail.example.com', 'MAIL.example.com.'));
  t.true(patternCovers('*.example.com', 'mail.example.com'));
  t.false(patternCovers('*.example.com', 'example.com'));
  t.false(patternCovers('*.example.com', 'a.mail.example.com'));
  t.false(patternCovers('*.example.com', '.example.com'));
});

test('any policy and any record can be read, in time that goes with their size', (t) => {
  const piece = fc.oneof(
    fc.constantFrom('version: STSv1', 'mode: enforce', 'mx: *.a.example', 'max_age: 1', 'mx:'),
    fc.string({ unit: 'binary' }),
  );
  const property = fc.property(fc.array(piece, { maxLength: 12 }), (lines) => {
    const policy = parseMtaStsPolicy(lines.join('\n'));
    const read = parseMtaStsRecord(`v=STSv1;${lines.join(';')}`);
    return (policy.problems.length > 0 || policy.mode !== null) && ('id' in read || read.problem !== '');
  });
  fc.assert(property, { numRuns: 1_000 });
  t.true(parseMtaStsPolicy(`mx: ${' '.repeat(60_000)}x\n${'a:'.repeat(30_000)}`).problems.length > 0);
  t.false(isMtaStsRecord('v=STSv1x; id=1'));
});
