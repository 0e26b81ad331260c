import test from 'ava';
import fc from 'fast-check';
import { tlsRptScanner } from '../../../../scanner/checks/tls-rpt/scan-tls-rpt.ts';
import type { TlsRptResult } from '../../../../scanner/checks/tls-rpt/tls-rpt-result.ts';
import { parseTlsRptRecord } from '../../../../scanner/protocols/mail/tls-rpt/parse-record.ts';
import { checkScan, type ScanCase } from '../../../support/scans/mail-world.ts';

const own = (...records: string[]) =>
  records.map((record) => `_smtp._tls.example.com TXT "${record}"`).join('\n');

const cases: readonly ScanCase<TlsRptResult>[] = [
  {
    title: 'by mail and by https',
    zone: own('v=TLSRPTv1; rua=mailto:r@example.com,https://r.example.com/v1'),
    result: { valid: true, destinations: ['mailto:r@example.com', 'https://r.example.com/v1'] },
    findings: ['pass:record RFC 8460 section 3'],
  },
  {
    title: 'no space',
    zone: own('v=TLSRPTv1;rua=mailto:r@example.com;'),
    result: { valid: true },
    findings: ['pass:record'],
  },
  { title: 'none', zone: 'example.com A 192.0.2.1', result: { valid: false }, findings: ['info:no_record'] },
  {
    title: 'two',
    zone: own('v=TLSRPTv1; rua=mailto:a@b.example', 'v=TLSRPTv1; rua=mailto:c@d.example'),
    result: { valid: false },
    findings: ['fail:several_records RFC 8460 section 3'],
  },
  {
    title: 'another beside it',
    zone: own('v=TLSRPTv1; rua=mailto:a@b.example', 'hello'),
    result: { valid: true },
    findings: ['pass:record'],
  },
  {
    title: 'rua twice',
    zone: own('v=TLSRPTv1; rua=mailto:a@b.example; rua=https://r.example/'),
    result: { valid: true, destinations: ['mailto:a@b.example', 'https://r.example/'] },
    findings: ['warning:repeated_field RFC 8460 section 3'],
  },
  {
    title: 'a comma too many',
    zone: own('v=TLSRPTv1; rua=mailto:a@b.example,'),
    result: { valid: false, destinations: ['mailto:a@b.example'] },
    findings: ['fail:bad_field'],
  },
  {
    title: 'no rua',
    zone: own('v=TLSRPTv1;'),
    result: { valid: false },
    findings: ['fail:bad_field RFC 8460 section 3'],
  },
  {
    title: 'an address without mailto:',
    zone: own('v=TLSRPTv1; rua=r@example.com'),
    result: { valid: false },
    findings: ['fail:bad_field'],
  },
  {
    title: 'reports in the clear',
    zone: own('v=TLSRPTv1; rua=http://r.example.com/'),
    result: { valid: false },
    findings: ['fail:bad_field'],
  },
  {
    title: 'the version in other letters',
    zone: own('v=tlsrptv1; rua=mailto:r@example.com'),
    result: { valid: false },
    findings: ['warning:bad_record RFC 8460 section 3'],
  },
  {
    title: 'the lookup fails',
    zone: own('x').replace('"x"', '!servfail'),
    result: { valid: null },
    findings: ['unknown:unanswered'],
    errors: ['server_failure'],
  },
];

for (const one of cases)
  test(`TLS-RPT: ${one.title}`, (t) => checkScan(t, tlsRptScanner, one).then(() => {}));

test('any record that begins as one can be read', (t) => {
  const property = fc.property(fc.string({ maxLength: 2_000, unit: 'binary' }), (tail) => {
    const { destinations, problems } = parseTlsRptRecord(`v=TLSRPTv1;${tail}`);
    return destinations.length > 0 || problems.length > 0;
  });
  fc.assert(property, { numRuns: 1_000 });
  t.pass();
});
