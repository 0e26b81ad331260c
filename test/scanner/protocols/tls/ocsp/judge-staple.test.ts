import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import fc from 'fast-check';
import { judgeStaple } from '../../../../../scanner/protocols/tls/ocsp/judge-staple.ts';
import { parseCertificate } from '../../../../../scanner/protocols/tls/x509/parse-certificate.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';
import { extendedKeyUsage } from '../../../../support/x509/extension-samples.ts';
import { makeAuthority, makeServer } from '../../../../support/x509/make-certificate.ts';
import { makeOcspResponse, tryLater } from '../../../../support/x509/make-ocsp-response.ts';

// OpenSSL has no way to move its clock here: these are relative to today's.
const now = Date.now();
const hours = (count: number) => new Date(now + count * 3_600_000);
const times = { notBefore: hours(-24 * 30), notAfter: hours(24 * 30) };
const issuer = makeAuthority('Issuer', times);
const own = makeServer(['www.example.com'], issuer, times);
const other = makeServer(['other.example.com'], issuer, times);
const responder = makeServer(['responder'], issuer, {
  ...times,
  with: [extendedKeyUsage('1.3.6.1.5.5.7.3.9')],
});
const impostor = makeAuthority('Issuer', times);
const usual = { certificate: own, issuer, thisUpdate: hours(-1), nextUpdate: hours(24) };

interface Case {
  readonly what: string;
  readonly response: Buffer;
  readonly expected: object;
  /** Whether OpenSSL relies on it. */
  readonly openssl: boolean;
}

const cases: readonly Case[] = [
  {
    what: 'good',
    response: makeOcspResponse(usual),
    expected: { status: 'good', fresh: true, signatureValid: true, problem: null },
    openssl: true,
  },
  {
    what: 'revoked',
    response: makeOcspResponse({ ...usual, status: 'revoked' }),
    expected: { status: 'revoked', signatureValid: true },
    openssl: true,
  },
  {
    what: 'unknown',
    response: makeOcspResponse({ ...usual, status: 'unknown' }),
    expected: { status: 'unknown', signatureValid: true },
    openssl: true,
  },
  {
    what: 'by a delegate',
    response: makeOcspResponse({ ...usual, responder }),
    expected: { status: 'good', signatureValid: true },
    openssl: true,
  },
  {
    what: 'by a server that is no delegate',
    response: makeOcspResponse({ ...usual, responder: other }),
    expected: { signatureValid: false },
    openssl: false,
  },
  {
    what: 'by an impostor',
    response: makeOcspResponse({ ...usual, responder: impostor }),
    expected: { signatureValid: false },
    openssl: false,
  },
  {
    what: 'stale',
    response: makeOcspResponse({ ...usual, thisUpdate: hours(-48), nextUpdate: hours(-24) }),
    expected: { fresh: false, signatureValid: true },
    openssl: false,
  },
  {
    what: 'of tomorrow',
    response: makeOcspResponse({ ...usual, thisUpdate: hours(24), nextUpdate: hours(48) }),
    expected: { fresh: false },
    openssl: false,
  },
  {
    what: 'about another',
    response: makeOcspResponse({ ...usual, certificate: other }),
    expected: { status: 'malformed' },
    openssl: false,
  },
  {
    what: 'try later',
    response: tryLater(),
    expected: { status: 'error', problem: 'The responder says tryLater.' },
    openssl: false,
  },
];

for (const { what, response, expected, openssl } of cases) {
  test(`a response ${what}, as OpenSSL sees it too (RFC 6960)`, async (t) => {
    const staple = judgeStaple(response, parseCertificate(own.der), parseCertificate(issuer.der), now);
    t.like(staple, expected);
    t.is(await opensslRelies(await temporaryDirectory(t), response), openssl);
  });
}

test('without the issuer the signature is left open', (t) => {
  const staple = judgeStaple(makeOcspResponse(usual), parseCertificate(own.der), undefined, now);
  t.like(staple, { status: 'good', signatureValid: null });
});

test('no octets make the reader stumble', (t) => {
  const certificate = parseCertificate(own.der);
  const good = makeOcspResponse(usual);
  fc.assert(
    fc.property(
      fc.nat({ max: good.length - 1 }),
      fc.nat({ max: 255 }),
      fc.uint8Array({ maxLength: 100 }),
      (at, octet, junk) => {
        const changed = Buffer.from(good);
        changed[at] = octet;
        judgeStaple(changed, certificate, parseCertificate(issuer.der), now);
        judgeStaple(junk, certificate, undefined, now);
        judgeStaple(good.subarray(0, at), certificate, undefined, now);
      },
    ),
    { numRuns: 300 },
  );
  t.is(judgeStaple(Buffer.alloc(70_000), certificate, undefined, now).status, 'malformed');
});

async function opensslRelies(directory: string, response: Buffer): Promise<boolean> {
  const path = (name: string) => join(directory, name);
  await Promise.all([
    writeFile(path('response'), response),
    writeFile(path('issuer'), issuer.pem),
    writeFile(path('own'), own.pem),
  ]);
  const { stdout, stderr } = await promisify(execFile)('openssl', [
    ...['ocsp', '-respin', path('response'), '-issuer', path('issuer'), '-cert', path('own')],
    ...['-CAfile', path('issuer'), '-no-CApath', '-no_nonce'],
  ]).catch((error: { stdout: string; stderr: string }) => error);
  return (
    /Response verify OK/.test(stderr) &&
    /: (?:good|revoked|unknown)$/m.test(stdout) &&
    !/WARNING/.test(stdout + stderr)
  );
}
