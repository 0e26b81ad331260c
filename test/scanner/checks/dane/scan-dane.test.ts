import { createHash, X509Certificate } from 'node:crypto';
import test from 'ava';
import type { DaneResult } from '../../../../scanner/checks/dane/dane-result.ts';
import { daneScanner } from '../../../../scanner/checks/dane/scan-dane.ts';
import { checkScan, mailWorld, type ScanCase } from '../../../support/scans/mail-world.ts';
import { plainSmtpSession, smtpSession } from '../../../support/scans/smtp-sessions.ts';
import { makeAuthority, makeServer } from '../../../support/x509/make-certificate.ts';

const authority = makeAuthority('Mail CA');
const leaf = makeServer(['mail.example.com'], authority).der;
const spki = new X509Certificate(leaf).publicKey.export({ format: 'der', type: 'spki' });
const digest = createHash('sha256').update(spki).digest('hex');
const zone = 'example.com MX 10 mail.example.com\nmail.example.com A 192.0.2.1';
const signed = `$secure example.com\n${zone}`;
const tlsa = (text: string) => `\n_25._tcp.mail.example.com TLSA ${text}`;
const servers = { '192.0.2.1 25': smtpSession([leaf, authority.der]) };
const met = tlsa(`3 1 1 ${digest}`);
const wrong = tlsa(`3 1 1 ${'0'.repeat(64)}`);

const cases: readonly ScanCase<DaneResult>[] = [
  {
    title: 'a record that is met',
    zone: signed + met,
    servers,
    result: { valid: true, enabled: true },
    findings: ['pass:met RFC 7672 section 3.1'],
  },
  {
    title: 'a record that is not met',
    zone: signed + wrong,
    servers,
    result: { valid: false, enabled: true },
    findings: ['fail:not_met RFC 7672 section 2.2'],
  },
  {
    title: 'one of two is met',
    zone: signed + wrong + met,
    servers,
    result: { valid: true },
    findings: ['pass:met'],
  },
  {
    title: 'the weaker of two digests is met',
    zone: `${signed}${met}\n${tlsa(`3 1 2 ${'0'.repeat(128)}`)}`,
    servers,
    result: { valid: false, enabled: true },
    findings: ['fail:not_met', 'info:weaker_digest_met RFC 7671 section 9'],
  },
  {
    title: 'the server has no TLS',
    zone: signed + met,
    servers: { '192.0.2.1 25': plainSmtpSession() },
    result: { valid: false },
    findings: ['fail:not_met'],
  },
  {
    title: 'nobody answers',
    zone: signed + met,
    result: { valid: null, enabled: true },
    findings: ['unknown:not_compared'],
    errors: ['unreachable'],
  },
  {
    title: 'no DNSSEC',
    zone: zone + met,
    servers,
    result: { valid: null, enabled: false },
    findings: ['info:not_signed RFC 7672 section 2.2.1'],
  },
  {
    title: 'no record',
    zone: signed,
    servers,
    result: { valid: null, enabled: false },
    findings: ['info:no_tlsa RFC 7672 section 2.2.3'],
  },
  {
    title: 'the exchanger lies in an unsigned zone',
    zone: `$secure example.com\nexample.com MX 10 mail.example.net\nmail.example.net A 192.0.2.1\n_25._tcp.mail.example.net TLSA 3 1 1 ${digest}`,
    servers,
    result: { enabled: false },
    findings: ['info:insecure_exchanger RFC 7672 section 2.2.2'],
  },
  {
    title: 'the records are in an unsigned zone below',
    zone: `${signed}${met}\n$insecure _tcp.mail.example.com`,
    servers,
    result: { enabled: false, valid: null },
    findings: ['warning:tlsa_without_dnssec RFC 7672 section 2.2'],
  },
  {
    title: 'the records are bogus',
    zone: `${signed}${met}\n$bogus _tcp.mail.example.com`,
    servers,
    result: { enabled: false, valid: null },
    findings: ['fail:bogus RFC 7672 section 2.1.2'],
    errors: ['server_failure'],
  },
  {
    title: 'usage 1',
    zone: signed + tlsa(`1 1 1 ${digest}`),
    servers,
    result: { enabled: false, valid: null },
    findings: ['warning:unusable_usage RFC 7672 section 3.1.3'],
  },
  {
    title: 'an unknown matching type',
    zone: signed + tlsa(`3 1 9 ${digest}`),
    servers,
    result: { enabled: false },
    findings: ['warning:unusable_record RFC 6698 section 2.1'],
  },
  {
    title: 'a digest that is too short',
    zone: signed + tlsa('3 1 1 abcd'),
    servers,
    result: { enabled: false },
    findings: ['warning:unusable_record'],
  },
  {
    title: 'one of two exchangers has a record',
    zone: `${signed}${met}\nexample.com MX 20 b.example.com\nb.example.com A 192.0.2.2`,
    servers,
    result: { valid: false, enabled: true },
    findings: ['pass:met', 'info:no_tlsa'],
  },
  {
    title: 'an exchanger by alias',
    zone: `$secure example.com\nexample.com MX 10 mx.example.com\nmx.example.com CNAME mail.example.com\nmail.example.com A 192.0.2.1${met}`,
    servers,
    result: { valid: true },
    findings: ['pass:met'],
  },
  {
    title: 'a null MX',
    zone: '$secure example.com\nexample.com MX 0 .',
    result: { valid: null, exchangers: [] },
    findings: [],
  },
  {
    title: 'the lookup fails',
    zone: 'example.com MX !timeout',
    result: { valid: null },
    findings: ['unknown:unanswered'],
    errors: ['timeout'],
  },
  {
    title: 'the lookup of the records fails',
    zone: `${signed}\n_25._tcp.mail.example.com TLSA !timeout`,
    servers,
    result: { valid: null, enabled: null },
    findings: ['unknown:undetermined_exchanger'],
    errors: ['timeout'],
  },
];

for (const one of cases) test(`DANE: ${one.title}`, (t) => checkScan(t, daneScanner, one).then(() => {}));

test('TLSA records are not asked for where they could not count', async (t) => {
  const world = mailWorld({ zone: zone + met });
  await daneScanner.scan('example.com', world);
  t.deepEqual(world.dns.asked, ['example.com MX']);
});

test('each record tells whether it is of a certificate that was shown', async (t) => {
  const shownBy = async (zone: string, at: ScanCase<DaneResult>['servers'] = servers) =>
    (
      await daneScanner.scan('example.com', mailWorld({ zone, servers: at }))
    ).result.exchangers?.[0]?.records?.map(({ shown }) => shown);
  t.deepEqual((await shownBy(`${signed}${wrong}\n${met}`))?.toSorted(), [false, true]);
  t.deepEqual(await shownBy(signed + met, {}), [null]);
});
