import test from 'ava';
import { exitCodeOf } from '../../../cli/scan/exit-code.ts';
import { createPaint } from '../../../cli/scan/paint.ts';
import { ScanProgressLine } from '../../../cli/scan/progress-line.ts';
import { renderReport } from '../../../cli/scan/render-report.ts';
import { domainScanResult } from '../../../scanner/result/domain-scan-result.ts';
import { printable, wrap } from '../../../shared/text/text-lines.ts';
import { samplePart } from '../../support/scans/sample-scan.ts';

const finding = {
  code: 'no_record',
  status: 'fail',
  severity: 'high',
  message: 'example.com has no record: receivers take mail in its name as they please, whoever sent it.',
  rule: 'RFC 7208 section 3',
  advice: 'Publish one.',
  evidence: '\u001b[2J\u202eevil',
} as const;

const scan = domainScanResult({
  domain: 'example.com',
  parts: {
    records: samplePart({ result: { exists: true, recordSets: [] } }),
    spf: samplePart({
      result: { valid: false },
      findings: [{ ...finding, status: 'warning', severity: 'low' }, finding],
    }),
    tls: samplePart({ errors: [{ source: 'tls', code: 'timeout', message: 'Nobody answered.' }] }),
  },
  at: new Date(0),
  milliseconds: 1_234,
  questions: 7,
});

const plain = (_format: unknown, text: string) => text;

test('what is worst stands first, with its rule, in lines that fit', (t) => {
  const text = renderReport(scan, { paint: plain, columns: 60, all: false });
  t.regex(text, /^example\.com {2}3 checks in 1\.2 s, 7 DNS questions\n/);
  t.true(text.indexOf('✘ high spf') < text.indexOf('! low spf'));
  t.regex(text, /✘ spf/);
  t.regex(text, /\? tls/);
  t.regex(text, /Errors\n {2}tls \(timeout\): Nobody answered\./);
  t.regex(text, /RFC 7208 section 3/);
  t.regex(text, /1 failed, 1 warnings/);
  for (const line of text.split('\n').filter((one) => !one.includes('RFC'))) t.true(line.length <= 60, line);
});

test('what the network sent can not steer the terminal', (t) => {
  const text = renderReport(scan, { paint: plain, columns: 80, all: true });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: which must not be there
  t.notRegex(text, /[\u001b\u202e]/);
  t.is(printable('a\u001b[2Jb\n\u2028'), 'a\\u{1b}[2Jb\\u{a}\\u{2028}');
});

test('long words have a line of their own', (t) => {
  t.deepEqual(wrap('aa bb cccccccc d', 5), ['aa bb', 'cccccccc', 'd']);
  t.deepEqual(wrap('', 5), ['']);
});

test('exit codes say what was asked for', (t) => {
  t.is(exitCodeOf(scan, 'never'), 0);
  t.is(exitCodeOf(scan, 'fail'), 2);
  const nothing = domainScanResult({
    domain: 'a.example',
    parts: { tls: samplePart() },
    at: new Date(0),
    milliseconds: 1,
  });
  t.is(exitCodeOf(nothing, 'never'), 1);
});

test('what could not be asked is not called well, and its reason is told whole', (t) => {
  const message = 'A, AAAA: No server of . gave an answer of use.';
  const unasked = domainScanResult({
    domain: 'a.example',
    parts: {
      records: samplePart({
        result: { recordSets: [] },
        errors: [{ source: 'records', code: 'lame', message }],
      }),
    },
    at: new Date(0),
    milliseconds: 1,
  });
  const text = renderReport(unasked, { paint: plain, columns: 100, all: false });
  t.true(text.includes(`? records  ${message}`), text);
  t.is(exitCodeOf(unasked, 'never'), 1);
});

test('a pipe gets neither colours nor progress', (t) => {
  t.is(createPaint({})('red', 'text'), 'text');
  const written: string[] = [];
  const line = new ScanProgressLine({ write: (text) => written.push(text) }, 'example.com');
  line.tell({ check: 'spf', done: 1, total: 2 });
  line.clear();
  t.deepEqual(written, []);
});
