import test from 'ava';
import fc from 'fast-check';
import type { BimiResult } from '../../../../scanner/checks/bimi/bimi-result.ts';
import { bimiScanner } from '../../../../scanner/checks/bimi/scan-bimi.ts';
import { readEvidence } from '../../../../scanner/protocols/mail/bimi/judge-evidence.ts';
import { logoProblems } from '../../../../scanner/protocols/mail/bimi/judge-logo.ts';
import { parseBimiRecord } from '../../../../scanner/protocols/mail/bimi/parse-record.ts';
import { checkScan, type RecordedFile, type ScanCase } from '../../../support/scans/mail-world.ts';
import { extendedKeyUsage } from '../../../support/x509/extension-samples.ts';
import { makeAuthority, makeServer } from '../../../support/x509/make-certificate.ts';

const now = Date.parse('2026-06-01');
const svg =
  '<svg version="1.2" baseProfile="tiny-ps" xmlns="http://www.w3.org/2000/svg"><title>Example</title><path d="M0 0"/></svg>';
const marks = makeAuthority('Mark CA');
const mark = (domain: string, notAfter = '2027-01-01') =>
  makeServer([domain], marks, {
    with: [extendedKeyUsage('1.3.6.1.5.5.7.3.31')],
    notAfter: new Date(notAfter),
  }).pem;
const dmarc = '_dmarc.example.com TXT "v=DMARC1; p=reject"\n';
const logo = 'https://example.com/logo.svg';
const evidence = 'https://example.com/vmc.pem';
const own = (record: string, policy = dmarc) => `${policy}default._bimi.example.com TXT "${record}"`;
const both = own(`v=BIMI1; l=${logo}; a=${evidence}`);
const files = { [logo]: { body: svg }, [evidence]: { body: mark('example.com') } };
const image = (body: string): Record<string, RecordedFile> => ({ ...files, [logo]: { body } });
const draft = 'draft-brand-indicators-for-message-identification';

const cases: readonly ScanCase<BimiResult>[] = [
  {
    title: 'a logo with evidence',
    zone: both,
    files,
    result: { valid: true, dmarcEnforced: true },
    findings: ['pass:indicator'],
  },
  {
    title: 'a logo without evidence',
    zone: own(`v=BIMI1; l=${logo};`),
    files,
    result: { valid: true, certificate: null },
    findings: [`info:no_evidence ${draft} section 4.2`],
  },
  { title: 'no record', zone: dmarc, result: { valid: false }, findings: ['info:no_record'] },
  {
    title: 'declined',
    zone: own('v=BIMI1; l=; a=;'),
    result: { valid: true, declined: true },
    findings: ['info:declined'],
  },
  {
    title: 'two records',
    zone: `${both}\ndefault._bimi.example.com TXT "v=BIMI1; l=;"`,
    result: { valid: false },
    findings: ['fail:several_records', 'info:no_record'],
  },
  { title: 'no l', zone: own('v=BIMI1; a=;'), result: { valid: false }, findings: ['fail:bad_record'] },
  {
    title: 'in the clear',
    zone: own('v=BIMI1; l=http://example.com/logo.svg'),
    result: { valid: false },
    findings: ['fail:bad_record'],
  },
  {
    title: 'DMARC does not enforce',
    zone: own(`v=BIMI1; l=${logo}`, '_dmarc.example.com TXT "v=DMARC1; p=none"\n'),
    files,
    result: { valid: false, dmarcEnforced: false },
    findings: [`fail:dmarc_not_enforced ${draft} section 7.1`],
  },
  {
    title: 'DMARC does not enforce for subdomains',
    zone: own(`v=BIMI1; l=${logo}`, '_dmarc.example.com TXT "v=DMARC1; p=reject; sp=none"\n'),
    files,
    result: { valid: false, dmarcEnforced: false },
    findings: ['fail:dmarc_not_enforced'],
  },
  {
    title: 'DMARC quarantines a part',
    zone: own(`v=BIMI1; l=${logo}`, '_dmarc.example.com TXT "v=DMARC1; p=quarantine; pct=99"\n'),
    files,
    result: { valid: false, dmarcEnforced: false },
    findings: ['fail:dmarc_not_enforced'],
  },
  {
    title: 'DMARC refuses, whatever the part',
    zone: own(`v=BIMI1; l=${logo}`, '_dmarc.example.com TXT "v=DMARC1; p=reject; pct=50"\n'),
    files,
    result: { valid: true, dmarcEnforced: true },
    findings: ['pass:indicator'],
  },
  {
    title: 'DMARC of the organization does not enforce',
    zone: own(
      `v=BIMI1; l=${logo}`,
      '_dmarc.example.com TXT "v=DMARC1; p=reject"\n_dmarc.com TXT "v=DMARC1; p=none"\n',
    ),
    files,
    result: { valid: false, dmarcEnforced: false },
    findings: ['fail:dmarc_not_enforced'],
  },
  {
    title: 'DMARC is being tested',
    zone: own(`v=BIMI1; l=${logo}`, '_dmarc.example.com TXT "v=DMARC1; p=quarantine; t=y"\n'),
    files,
    result: { valid: false, dmarcEnforced: false },
    findings: ['fail:dmarc_not_enforced'],
  },
  {
    title: 'an image with scripts',
    zone: both,
    files: image(svg.replace('<path', '<script/><path')),
    result: { valid: false },
    findings: ['fail:bad_logo'],
  },
  {
    title: 'an image of another profile',
    zone: both,
    files: image(svg.replace('tiny-ps', 'full')),
    result: { valid: false },
    findings: ['fail:bad_logo'],
  },
  {
    title: 'an image without title',
    zone: both,
    files: image(svg.replace('Example', ' ')),
    result: { valid: false },
    findings: ['fail:bad_logo'],
  },
  {
    title: 'no image',
    zone: both,
    files: image('<html></html>'),
    result: { valid: false },
    findings: ['fail:bad_logo'],
  },
  {
    title: 'an image that is large',
    zone: both,
    files: image(svg.replace('M0', 'M0 '.repeat(20_000))),
    result: { valid: false },
    findings: ['fail:bad_logo'],
  },
  {
    title: 'an image without end',
    zone: both,
    files: image('x'.repeat(2_000_000)),
    result: { valid: null },
    findings: ['unknown:no_logo'],
    errors: ['too_large'],
  },
  {
    title: 'the logo is not there',
    zone: both,
    files: { ...files, [logo]: { status: 404 } },
    result: { valid: null },
    findings: ['unknown:no_logo'],
    errors: ['bad_status'],
  },
  {
    title: 'the certificate of another',
    zone: both,
    files: { ...files, [evidence]: { body: mark('example.org') } },
    result: { valid: false },
    findings: ['fail:bad_certificate'],
  },
  {
    title: 'an expired certificate',
    zone: both,
    files: { ...files, [evidence]: { body: mark('example.com', '2026-02-01') } },
    result: { valid: false },
    findings: ['fail:bad_certificate'],
  },
  {
    title: 'a certificate for servers',
    zone: both,
    files: { ...files, [evidence]: { body: makeServer(['example.com'], marks).pem } },
    result: { valid: false },
    findings: ['fail:bad_certificate'],
  },
  {
    title: 'no certificate at all',
    zone: both,
    files: { ...files, [evidence]: { body: 'hello' } },
    result: { valid: false },
    findings: ['fail:bad_certificate'],
  },
  {
    title: 'the lookup fails',
    zone: `${dmarc}default._bimi.example.com TXT !timeout`,
    result: { valid: null },
    findings: ['unknown:unanswered'],
    errors: ['timeout'],
  },
];

for (const one of cases)
  test(`BIMI: ${one.title}`, (t) => checkScan(t, bimiScanner, { now, ...one }).then(() => {}));

test('any record, image and certificate has an answer', (t) => {
  const property = fc.property(fc.string({ maxLength: 500, unit: 'binary' }), (text) => {
    const { location, problems } = parseBimiRecord(`v=BIMI1;${text}`);
    logoProblems(`<svg ${text}`);
    return (
      (location !== '' || problems.length >= 0) &&
      readEvidence(text, ['example.com'], now).problems.length > 0
    );
  });
  fc.assert(property, { numRuns: 500 });
  t.deepEqual(logoProblems('<svg '.repeat(100_000)), ['It is no SVG.']);
  t.true(logoProblems(`<svg><title>${'<title'.repeat(80_000)}`).length > 0);
});
