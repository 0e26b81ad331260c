import test from 'ava';
import fc from 'fast-check';
import type { DmarcResult } from '../../../../scanner/checks/dmarc/dmarc-result.ts';
import { dmarcScanner } from '../../../../scanner/checks/dmarc/scan-dmarc.ts';
import { isDmarcRecord, parseDmarcRecord } from '../../../../scanner/protocols/mail/dmarc/parse-record.ts';
import { checkScan, mailWorld, type ScanCase } from '../../../support/scans/mail-world.ts';

const own = (record: string, more = ''): string => `_dmarc.example.com TXT "${record}"\n${more}`;
const rua = 'rua=mailto:d@example.com';

const cases: readonly ScanCase<DmarcResult>[] = [
  {
    title: 'reject',
    zone: own(`v=DMARC1; p=reject; ${rua}`),
    result: { valid: true, policy: 'reject', inherited: false, organizationalDomain: 'example.com' },
    findings: ['pass:policy_reject RFC 9989 section 4.7'],
  },
  {
    title: 'quarantine',
    zone: own(`v=DMARC1; p=quarantine; ${rua}`),
    result: { policy: 'quarantine' },
    findings: ['pass:policy_quarantine'],
  },
  {
    title: 'none',
    zone: own(`v=DMARC1; p=none; ${rua}`),
    result: { valid: true, policy: 'none' },
    findings: ['warning:policy_none'],
  },
  {
    title: 'no record',
    zone: 'example.com A 192.0.2.1',
    result: { valid: false, record: null },
    findings: ['fail:no_record RFC 9989 section 4.10.1'],
  },
  {
    title: 'two records',
    zone: `${own(`v=DMARC1; p=reject; ${rua}`)}_dmarc.example.com TXT "v=DMARC1; p=none"`,
    result: { valid: false, record: null },
    findings: ['fail:several_records RFC 9989 section 4.10', 'fail:no_record'],
  },
  {
    title: 'the lookup fails',
    zone: '_dmarc.example.com TXT !timeout',
    result: { valid: null },
    findings: ['unknown:unanswered'],
    errors: ['unanswered'],
  },
  {
    title: 'a tag twice',
    zone: own('v=DMARC1; p=none; p=reject'),
    result: { valid: false },
    findings: ['fail:repeated_tag RFC 6376 section 3.2', 'fail:no_record'],
  },
  {
    title: 'the version in small letters',
    zone: own('v=dmarc1; p=reject'),
    result: { valid: false },
    findings: ['fail:bad_version RFC 9989 section 4.7', 'fail:no_record'],
  },
  {
    title: 'at the wrong name',
    zone: `example.com TXT "v=DMARC1; p=reject"`,
    result: { valid: false },
    findings: ['warning:record_at_wrong_name RFC 9989 section 4.5', 'fail:no_record'],
  },
  {
    title: 'no p and no rua',
    zone: own('v=DMARC1; sp=reject'),
    result: { valid: false, policy: null },
    findings: ['fail:no_policy RFC 9989 section 4.10.1', 'warning:no_reports'],
  },
  {
    title: 'no p, with rua',
    zone: own(`v=DMARC1; ${rua}`),
    result: { valid: true, policy: 'none' },
    findings: ['warning:no_policy RFC 9989 section 4.10.1', 'warning:policy_none'],
  },
  {
    title: 'a policy that is none',
    zone: own(`v=DMARC1; p=block; ${rua}`),
    result: { policy: 'none' },
    findings: ['warning:bad_value', 'warning:no_policy', 'warning:policy_none'],
  },
  {
    title: 'sp weaker than p',
    zone: own(`v=DMARC1; p=reject; sp=none; np=reject; ${rua}`),
    result: { subdomainPolicy: 'none', nonexistentPolicy: 'reject' },
    findings: ['warning:weaker_sp', 'pass:policy_reject'],
  },
  {
    title: 'np weaker than p',
    zone: own(`v=DMARC1; p=reject; np=none; ${rua}`),
    result: { nonexistentPolicy: 'none' },
    findings: ['warning:weaker_np'],
  },
  {
    title: 'sp weaker, np not said',
    zone: own(`v=DMARC1; p=reject; sp=quarantine; ${rua}`),
    result: { nonexistentPolicy: 'quarantine' },
    findings: ['warning:weaker_sp'],
  },
  {
    title: 'test mode',
    zone: own(`v=DMARC1; p=reject; t=y; ${rua}`),
    result: { policy: 'quarantine', testing: true },
    findings: ['warning:test_mode'],
  },
  {
    title: 'tags that were removed',
    zone: own(`v=DMARC1; p=reject; pct=50; rf=afrf; ri=3600; ${rua}`),
    findings: ['info:removed_tag RFC 9989 section 9.3', 'pass:policy_reject'],
  },
  {
    title: 'an unknown tag',
    zone: own(`v=DMARC1; p=reject; foo=bar; ${rua}`),
    findings: ['info:unknown_tag'],
  },
  {
    title: 'a tag in capitals',
    zone: own(`v=DMARC1; p=reject; SP=none; ${rua}`),
    findings: ['warning:tag_case'],
  },
  {
    title: 'something that is no tag',
    zone: own(`v=DMARC1; p=reject; hello; ${rua}`),
    findings: ['warning:broken_tag'],
  },
  { title: 'no reports', zone: own('v=DMARC1; p=reject'), findings: ['warning:no_reports'] },
  {
    title: 'fo without ruf',
    zone: own(`v=DMARC1; p=reject; fo=1; ${rua}`),
    findings: ['warning:fo_without_ruf RFC 9989 section 4.7'],
  },
  {
    title: 'fo that is none',
    zone: own(`v=DMARC1; p=reject; fo=x; ${rua}; ruf=mailto:d@example.com`),
    findings: ['warning:bad_value'],
  },
  {
    title: 'no mailto:',
    zone: own('v=DMARC1; p=reject; rua=d@example.com'),
    findings: ['fail:missing_mailto RFC 9989 section 4.7'],
  },
  {
    title: 'mailto: without an address',
    zone: own('v=DMARC1; p=reject; rua=mailto:someone'),
    findings: ['fail:bad_report_uri'],
  },
  {
    title: 'reports by https:',
    zone: own('v=DMARC1; p=reject; rua=https://r.example.com/x'),
    findings: ['info:not_mailto'],
  },
  {
    title: 'a size',
    zone: own('v=DMARC1; p=reject; rua=mailto:d@example.com!10m'),
    findings: ['info:report_size RFC 9989 section 4.6'],
  },
  {
    title: 'reports to a subdomain',
    zone: own('v=DMARC1; p=reject; rua=mailto:d@reports.example.com'),
    findings: ['pass:policy_reject'],
  },
  {
    title: 'reports to others who did not ask',
    zone: own('v=DMARC1; p=reject; rua=mailto:d@reports.example.org'),
    findings: ['fail:not_authorized RFC 9990 section 4'],
  },
  {
    title: 'reports to others who agree',
    zone: own(
      'v=DMARC1; p=reject; rua=mailto:d@reports.example.org',
      'example.com._report._dmarc.reports.example.org TXT "v=DMARC1"',
    ),
    findings: ['pass:authorized RFC 9990 section 4'],
  },
  {
    title: 'reports to others who take all',
    zone: own(
      'v=DMARC1; p=reject; rua=mailto:d@reports.example.org',
      '*._report._dmarc.reports.example.org TXT "v=DMARC1;"',
    ),
    findings: ['pass:authorized'],
  },
  {
    title: 'reports to others who have them elsewhere at their own',
    zone: own(
      'v=DMARC1; p=reject; rua=mailto:d@reports.example.org',
      'example.com._report._dmarc.reports.example.org TXT "v=DMARC1; rua=mailto:all@reports.example.org"',
    ),
    result: {
      aggregateReports: [
        {
          uri: 'mailto:d@reports.example.org',
          authorization: 'authorized',
          instead: ['mailto:all@reports.example.org'],
        },
      ],
    },
    findings: ['pass:authorized'],
  },
  {
    title: 'reports to others who pass them on to strangers',
    zone: own(
      'v=DMARC1; p=reject; rua=mailto:d@reports.example.org',
      'example.com._report._dmarc.reports.example.org TXT "v=DMARC1; rua=mailto:all@example.net"',
    ),
    findings: ['fail:redirected_elsewhere RFC 9990 section 4'],
  },
  {
    title: 'failure reports are no matter of rua',
    zone: own(
      `v=DMARC1; p=reject; ${rua}; ruf=mailto:d@reports.example.org`,
      'example.com._report._dmarc.reports.example.org TXT "v=DMARC1; rua=mailto:all@example.net"',
    ),
    findings: ['pass:authorized'],
  },
  {
    title: 'others who agree under another version',
    zone: own(
      'v=DMARC1; p=reject; rua=mailto:d@reports.example.org',
      'example.com._report._dmarc.reports.example.org TXT "v=DMARC2"',
    ),
    findings: ['fail:not_authorized'],
  },
  {
    title: 'whose the address is, is not known',
    zone: own('v=DMARC1; p=reject; rua=mailto:d@reports.example.org', '_dmarc.com TXT !timeout'),
    findings: ['unknown:unanswered', 'unknown:authorization_unknown'],
    errors: ['unanswered'],
  },
  {
    title: 'whether others agree is not known',
    zone: own(
      'v=DMARC1; p=reject; rua=mailto:d@reports.example.org',
      'example.com._report._dmarc.reports.example.org TXT !timeout',
    ),
    findings: ['unknown:authorization_unknown'],
  },
  {
    title: 'the record of a public suffix',
    zone: '_dmarc.com TXT "v=DMARC1; p=reject; psd=y; rua=mailto:d@com"\nexample.com A 192.0.2.1',
    result: {
      valid: true,
      policy: 'reject',
      inherited: true,
      recordDomain: 'com',
      organizationalDomain: 'example.com',
    },
    findings: ['info:inherited', 'pass:policy_reject'],
  },
  { title: 'psd=y', zone: own(`v=DMARC1; p=reject; psd=y; ${rua}`), findings: ['info:psd'] },
  {
    title: 'a parent with a record',
    zone: `${own(`v=DMARC1; p=reject; sp=quarantine; ${rua}`)}_dmarc.com TXT "v=DMARC1; p=none; rua=mailto:d@com"`,
    result: { organizationalDomain: 'com', policy: 'reject', subdomainPolicy: 'none' },
    findings: ['info:subdomain_policy_ignored'],
  },
];

for (const one of cases) test(`DMARC: ${one.title}`, (t) => checkScan(t, dmarcScanner, one).then(() => {}));

test('a healthy domain costs three questions', async (t) => {
  const world = mailWorld({ zone: own(`v=DMARC1; p=reject; ${rua}`) });
  await dmarcScanner.scan('example.com', world);
  t.deepEqual([...new Set(world.dns.asked)].toSorted(), [
    '_dmarc.com TXT',
    '_dmarc.example.com TXT',
    'example.com TXT',
  ]);
});

test('any record that claims to be one can be read', (t) => {
  const text = fc.string({ maxLength: 3_000, unit: 'binary' }).map((tail) => `v=DMARC1;${tail}`);
  const property = fc.property(text, (record) => {
    const parsed = parseDmarcRecord(record);
    return isDmarcRecord(record) && (parsed === undefined || parsed.rua.length <= 20);
  });
  fc.assert(property, { numRuns: 1_000 });
  t.pass();
});
