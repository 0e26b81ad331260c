import test from 'ava';
import { rememberSessions } from '../../../../scanner/checks/smtp/remember-sessions.ts';
import { smtpScanner } from '../../../../scanner/checks/smtp/scan-smtp.ts';
import type { SmtpResult } from '../../../../scanner/checks/smtp/smtp-result.ts';
import {
  checkScan,
  mailWorld,
  type RecordedWorld,
  type ScanCase,
} from '../../../support/scans/mail-world.ts';
import { plainSmtpSession, smtpSession } from '../../../support/scans/smtp-sessions.ts';
import { makeAuthority, makeServer } from '../../../support/x509/make-certificate.ts';

const authority = makeAuthority('Mail CA');
const leaf = makeServer(['mail.example.com'], authority).der;
const wildcard = makeServer(['*.example.com'], authority).der;
const other = makeServer(['other.example.com'], authority).der;
const good = smtpSession([leaf, authority.der]);
const zone = 'example.com MX 10 mail.example.com\nmail.example.com A 192.0.2.1';

function at25(
  title: string,
  session: NonNullable<RecordedWorld['servers']>[string],
  result: Partial<SmtpResult>,
  findings: readonly string[],
  errors: readonly string[] = ['refused'],
): ScanCase<SmtpResult> {
  return {
    title,
    zone,
    servers: { '192.0.2.1 25': session, '192.0.2.1 587': 'refused' },
    result,
    findings,
    errors,
  };
}

const cases: readonly ScanCase<SmtpResult>[] = [
  at25('a good server', good, { starttls25: true, starttls587: null }, [
    'pass:starttls RFC 3207 section 4',
    'info:no_submission RFC 6409 section 3.1',
  ]),
  at25('a wildcard certificate', smtpSession([wildcard]), { starttls25: true }, ['pass:starttls']),
  at25('the certificate of another', smtpSession([other]), { starttls25: true }, [
    'warning:untrusted_certificate RFC 8461 section 4.2',
  ]),
  at25(
    'a certificate that nobody vouches for',
    smtpSession([leaf], {}, { trusted: false, trustError: 'CERT_HAS_EXPIRED' }),
    { starttls25: true },
    ['warning:untrusted_certificate'],
  ),
  at25('no STARTTLS', plainSmtpSession(), { starttls25: false }, ['fail:no_starttls RFC 3207 section 4']),
  at25(
    'a handshake that fails',
    plainSmtpSession({ offersStartTls: true, tlsError: 'wrong version number' }),
    { starttls25: false },
    ['fail:tls_failed RFC 3207 section 4'],
  ),
  at25('old TLS', smtpSession([leaf], {}, { version: 'TLSv1.1' }), { starttls25: true }, [
    'warning:old_tls RFC 8996 section 2',
  ]),
  at25('injected commands', { ...good, takesInjectedCommands: true }, { starttls25: true }, [
    'fail:command_injection RFC 3207 section 6',
  ]),
  at25(
    'nobody answers',
    'timeout',
    { starttls25: null },
    ['unknown:port_25_unreachable RFC 5321 section 4.5.4.2'],
    ['timeout', 'refused'],
  ),
  at25('the connection is refused', 'refused', { starttls25: null }, [
    'warning:refuses RFC 5321 section 3.1',
  ]),
  at25(
    'no SMTP',
    'malformed',
    { starttls25: null },
    ['fail:no_smtp RFC 5321 section 4.2'],
    ['malformed', 'refused'],
  ),
  at25('an endless banner', 'too_large', { starttls25: null }, ['fail:no_smtp'], ['too_large', 'refused']),
  at25(
    'the guard forbids it',
    'refused_by_policy',
    { starttls25: null },
    ['unknown:port_25_unreachable'],
    ['refused_by_policy', 'refused'],
  ),
  {
    title: 'submission too',
    zone,
    servers: { '192.0.2.1 25': good, '192.0.2.1 587': good },
    result: { starttls25: true, starttls587: true },
    findings: ['pass:starttls'],
  },
  {
    title: 'submission in the clear',
    zone,
    servers: { '192.0.2.1 25': good, '192.0.2.1 587': plainSmtpSession() },
    result: { starttls25: true, starttls587: false },
    findings: ['fail:no_starttls'],
  },
  {
    title: 'one of two without STARTTLS',
    zone: `${zone}\nexample.com MX 20 b.example.com\nb.example.com A 192.0.2.2`,
    servers: {
      '192.0.2.1 25': good,
      '192.0.2.2 25': plainSmtpSession(),
      '192.0.2.1 587': 'refused',
      '192.0.2.2 587': 'refused',
    },
    result: { starttls25: false },
    findings: ['fail:no_starttls'],
    errors: ['refused'],
  },
  {
    title: 'both families',
    zone: `${zone}\nmail.example.com AAAA 2001:db8::1`,
    servers: {
      '192.0.2.1 25': good,
      '2001:db8::1 25': plainSmtpSession(),
      '192.0.2.1 587': 'refused',
      '2001:db8::1 587': 'refused',
    },
    result: { starttls25: false },
    findings: ['fail:no_starttls'],
    errors: ['refused'],
  },
  {
    title: 'a null MX',
    zone: 'example.com MX 0 .',
    result: { starttls25: null, servers: [] },
    findings: ['info:null_mx RFC 7505 section 3'],
  },
  {
    title: 'no MX: the domain itself',
    zone: 'example.com A 192.0.2.1',
    servers: { '192.0.2.1 25': plainSmtpSession(), '192.0.2.1 587': 'refused' },
    result: { starttls25: false },
    findings: ['fail:no_starttls'],
    errors: ['refused'],
  },
  {
    title: 'no server',
    zone: 'example.com MX 10 gone.example.com',
    result: { servers: [] },
    findings: ['info:no_server'],
  },
  {
    title: 'the lookup fails',
    zone: 'example.com MX !timeout',
    result: { starttls25: null },
    findings: ['unknown:unanswered'],
    errors: ['timeout'],
  },
];

for (const one of cases) test(`SMTP: ${one.title}`, (t) => checkScan(t, smtpScanner, one).then(() => {}));

test('a hundred exchangers are looked at in part', async (t) => {
  const lines = Array.from(
    { length: 100 },
    (_, n) => `example.com MX ${n} m${n}.example.com\nm${n}.example.com A 192.0.2.${n}`,
  );
  const { result } = await smtpScanner.scan('example.com', mailWorld({ zone: lines.join('\n') }));
  t.is(result.servers?.length, 10);
});

test('scanners of one scan share conversations', async (t) => {
  let conversations = 0;
  const probe = rememberSessions({
    converse: async () => {
      conversations++;
      return good;
    },
  });
  const target = {
    address: '192.0.2.1',
    port: 25,
    serverName: 'mail.example.com',
    signal: new AbortController().signal,
  };
  t.is(await probe.converse(target), await probe.converse({ ...target }));
  await probe.converse({ ...target, port: 587 });
  t.is(conversations, 2);
});
