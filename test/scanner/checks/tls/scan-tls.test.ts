import test, { type ExecutionContext } from 'ava';
import { createTlsScanner } from '../../../../scanner/checks/tls/scan-tls.ts';
import { AddressPolicy } from '../../../../scanner/network/address-policy.ts';
import { createTlsProbe } from '../../../../scanner/network/tls/create-tls-probe.ts';
import { caaData } from '../../../support/scans/generic-data.ts';
import { recordedDns } from '../../../support/scans/recorded-dns.ts';
import { scanPorts } from '../../../support/scans/scan-ports.ts';
import { mustStaple, timestamps } from '../../../support/x509/extension-samples.ts';
import { makeAuthority, makeKey, makeServer, type Sample } from '../../../support/x509/make-certificate.ts';
import { makeOcspResponse } from '../../../support/x509/make-ocsp-response.ts';
import { startRawServer, startTlsServer } from '../../../support/x509/tls-server.ts';

const at = new Date('2026-06-01').getTime();
const host = 'www.example.com';
const days = (count: number) => new Date(at + count * 86_400_000);
const root = makeAuthority('Root');
const middle = makeAuthority('Middle', { issuer: root });
const lived = { notBefore: days(-30), notAfter: days(60) };
const good = makeServer([host], middle, lived);
const stranger = makeAuthority('Stranger');
const brief = makeAuthority('Brief', { issuer: root, notBefore: days(-30), notAfter: days(40) });
const stapling = makeServer([host], middle, { ...lived, with: [mustStaple(), timestamps(2)] });
const probe = createTlsProbe({ policy: new AddressPolicy(['127.0.0.0/8']), extraAuthorities: [root.pem] });

async function scan(t: ExecutionContext, port: number, zone = `${host} A 127.0.0.1`) {
  const scanner = createTlsScanner({ roots: [root.der], port });
  const part = await scanner.scan(
    host,
    scanPorts({ dns: recordedDns(zone), tls: probe, clock: { now: () => at } }),
  );
  for (const { rule, message } of part.findings) {
    t.regex(rule, /^(?:RFC|CABF)/);
    t.regex(message, /\.$/);
  }
  return { ...part, codes: part.findings.filter(({ status }) => status !== 'pass').map(({ code }) => code) };
}

const staple = (change: Partial<Parameters<typeof makeOcspResponse>[0]> = {}) =>
  makeOcspResponse({
    certificate: stapling,
    issuer: middle,
    thisUpdate: days(-1),
    nextUpdate: days(3),
    ...change,
  });

interface Case {
  readonly what: string;
  readonly chain: readonly Sample[];
  readonly options?: Parameters<typeof startTlsServer>[2];
  readonly codes: readonly string[];
  readonly valid?: boolean;
}

const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.2', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
const cases: readonly Case[] = [
  { what: 'a good server', chain: [good, middle], codes: [], valid: true },
  {
    what: 'an expired certificate',
    chain: [makeServer([host], middle, { notBefore: days(-60), notAfter: days(-1) }), middle],
    codes: ['expired'],
  },
  {
    what: 'a certificate of tomorrow',
    chain: [makeServer([host], middle, { notBefore: days(1), notAfter: days(60) }), middle],
    codes: ['not_yet_valid'],
  },
  {
    what: 'another name',
    chain: [makeServer(['example.net'], middle, lived), middle],
    codes: ['name_mismatch'],
  },
  { what: 'an incomplete chain', chain: [good], codes: ['incomplete_chain'] },
  {
    what: 'a certificate that signs itself',
    chain: [makeServer([host], root, { ...lived, issuer: undefined })],
    codes: ['self_signed'],
  },
  {
    what: 'a root that nobody trusts',
    chain: [makeServer([host], stranger, lived), stranger],
    codes: ['untrusted_root'],
  },
  {
    what: 'a weak key',
    chain: [makeServer([host], middle, { ...lived, key: makeKey('rsa1024') }), middle],
    options: { ciphers: 'DEFAULT@SECLEVEL=0' },
    codes: ['weak_key'],
  },
  {
    what: 'a signature by SHA-1',
    chain: [makeServer([host], middle, { ...lived, signature: 'ecdsa-sha1' }), middle],
    options: { ciphers: 'DEFAULT@SECLEVEL=0' },
    codes: ['weak_signature'],
  },
  {
    what: 'a chain out of order with what does not belong',
    chain: [good, root, stranger, middle],
    codes: ['chain_out_of_order', 'extra_certificates', 'root_sent'],
    valid: true,
  },
  {
    what: 'a certificate that runs out',
    chain: [makeServer([host], middle, { notBefore: days(-80), notAfter: days(10) }), middle],
    codes: ['expires_soon'],
    valid: true,
  },
  {
    what: 'a certificate for long',
    chain: [makeServer([host], middle, { notBefore: days(-30), notAfter: days(190) }), middle],
    codes: ['lifetime_too_long'],
    valid: true,
  },
  {
    what: 'an issuer that runs out first',
    chain: [makeServer([host], brief, lived), brief],
    codes: ['issuer_expires_first'],
    valid: true,
  },
  {
    what: 'old versions',
    chain: [good, middle],
    options: old,
    codes: ['old_versions', 'no_tls_1_3'],
    valid: true,
  },
  {
    what: 'no extended usage',
    chain: [makeServer([host], middle, { ...lived, without: ['2.5.29.37'] }), middle],
    codes: ['irregular_missing_extension'],
    valid: true,
  },
  {
    what: 'a staple that is demanded and missing',
    chain: [stapling, middle],
    codes: ['staple_missing'],
    valid: true,
  },
  { what: 'a good staple', chain: [stapling, middle], options: { staple: staple() }, codes: [], valid: true },
  {
    what: 'a staple of a revoked certificate',
    chain: [stapling, middle],
    options: { staple: staple({ status: 'revoked' }) },
    codes: ['certificate_revoked'],
    valid: true,
  },
  {
    what: 'a staple out of its time',
    chain: [stapling, middle],
    options: { staple: staple({ thisUpdate: days(-9), nextUpdate: days(-2) }) },
    codes: ['staple_bad'],
    valid: true,
  },
  {
    what: 'a staple that is none',
    chain: [stapling, middle],
    options: { staple: Buffer.from('junk') },
    codes: ['staple_bad'],
    valid: true,
  },
  {
    what: 'a thousand names',
    chain: [
      makeServer([...Array.from({ length: 1_000 }, (_, n) => `n${n}.example.com`), host], middle, lived),
      middle,
    ],
    codes: [],
    valid: true,
  },
];

for (const { what, chain, options = {}, codes, valid = false } of cases) {
  test(what, async (t) => {
    const port = await startTlsServer(t, chain, { minVersion: 'TLSv1.2', ...options });
    const { codes: found, result, errors } = await scan(t, port);
    t.deepEqual(found, [...codes]);
    t.is(result.valid, valid);
    t.deepEqual(errors, []);
    t.is(result.endpoints![0]?.valid, valid);
  });
}

test('a certificate is told with all that people ask for', async (t) => {
  const { result } = await scan(t, await startTlsServer(t, [stapling, middle], { ALPNProtocols: ['h2'] }));
  const [endpoint] = result.endpoints!;
  t.like(result.certificate, {
    subject: `CN=${host}`,
    issuer: 'O=Sonde tests,CN=Middle',
    daysUntilExpiry: 60,
    isExpired: false,
    isSelfSigned: false,
    dnsNames: [host],
    nameCount: 1,
    keyType: 'ec',
    keyBits: 256,
    signatureAlgorithm: 'ecdsaWithSha256',
    timestampCount: 2,
    mustStaple: true,
  });
  t.is(endpoint?.alpn, 'h2');
  t.deepEqual(endpoint?.path, [`CN=${host}`, 'O=Sonde tests,CN=Middle', 'O=Sonde tests,CN=Root']);
  t.deepEqual(
    endpoint?.versions.filter(({ accepted }) => accepted).map(({ version }) => version),
    ['TLSv1.2', 'TLSv1.3'],
  );
});

test('an address that does not answer is an error, and the other is told', async (t) => {
  const port = await startTlsServer(t, [good, middle]);
  const { result, errors } = await scan(
    t,
    port,
    `${host} A 127.0.0.1\n${host} A 127.0.0.2\n${host} AAAA !timeout`,
  );
  t.true(result.valid);
  t.deepEqual(errors.map(({ source, code }) => `${source} ${code}`).toSorted(), [
    'tls refused',
    'tls timeout',
  ]);
});

test('a server without TLS, and a domain without a server', async (t) => {
  const port = await startRawServer(t, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const plain = await scan(t, port);
  t.is(plain.result.valid, null);
  t.deepEqual(plain.codes, ['no_tls']);
  t.deepEqual(
    plain.errors.map(({ code }) => code),
    ['malformed'],
  );
  const none = await scan(t, port, 'example.com TXT "nothing"');
  t.deepEqual(none.codes, ['no_address']);
  t.is(none.result.certificate, null);
});

test('who issued the certificate is held against CAA', async (t) => {
  const known = makeAuthority('R11', { issuer: root, subject: { CN: 'R11', O: "Let's Encrypt", C: 'US' } });
  const port = await startTlsServer(t, [makeServer([host], known, lived), known], { minVersion: 'TLSv1.2' });
  const caa = (issuer: string) => `${host} A 127.0.0.1\nexample.com CAA ${caaData(0, 'issue', issuer)}`;
  const permitted = await scan(t, port, caa('letsencrypt.org'));
  t.true(permitted.findings.some(({ code }) => code === 'issuer_permitted'));
  t.deepEqual((await scan(t, port, caa('digicert.com'))).codes, ['issuer_not_permitted']);
});
