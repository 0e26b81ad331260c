import { execFile } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import fc from 'fast-check';
import {
  CertificationRequestError,
  readCertificationRequest,
} from '../../../../collector/domain/serving/clients/read-request.ts';
import { requestCertificate } from '../../../../sensor/enrolment/certificate-request.ts';
import { pemOf } from '../../../../shared/x509/der-writer.ts';
import { certificationRequest } from '../../../../shared/x509/issue-certificate.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const run = promisify(execFile);
const der = (pem: string) => Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64');
const pem = (bytes: Uint8Array) => pemOf('CERTIFICATE REQUEST', bytes);
const { request } = requestCertificate('a8c4f3a2-2f8f-4f5e-9a53-8a3d2f6b1c9e');

/** The key that was read, or why not; nothing else is ever thrown. */
function outcome(text: string): string {
  try {
    return readCertificationRequest(text).export({ type: 'spki', format: 'pem' }) as string;
  } catch (error) {
    if (error instanceof CertificationRequestError) return error.message;
    throw error;
  }
}

test('requests of agents and of openssl are read, whatever they ask for beside the key', async (t) => {
  t.regex(outcome(request), /^-----BEGIN PUBLIC KEY/);
  const directory = await temporaryDirectory(t);
  const [key, file] = [join(directory, 'key'), join(directory, 'request')];
  await run('openssl', [
    ...['req', '-new', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key],
    ...['-subj', '/CN=admin/O=Somebody', '-addext', 'basicConstraints=critical,CA:TRUE'],
    ...['-addext', 'subjectAltName=DNS:sonde.example', '-out', file],
  ]);
  const { stdout } = await run('openssl', ['pkey', '-in', key, '-pubout']);
  t.is(outcome(await readFile(file, 'utf8')), stdout);
  // And openssl reads ours.
  await t.notThrowsAsync(async () => {
    const child = run('openssl', ['req', '-verify', '-noout']);
    child.child.stdin!.end(request);
    await child;
  });
});

test('a request for another kind of key, or that its key did not sign, is refused', async (t) => {
  const directory = await temporaryDirectory(t);
  for (const kind of [
    ['rsa:2048'],
    ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
    ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-pkeyopt', 'ec_param_enc:explicit'],
    ['ed25519'],
  ]) {
    const file = join(directory, 'request');
    await run('openssl', [
      ...['req', '-new', '-newkey', ...kind, '-nodes', '-subj', '/CN=x'],
      ...['-keyout', join(directory, 'key'), '-out', file],
    ]);
    t.is(outcome(await readFile(file, 'utf8')), 'Its key is not of the curve P-256.', kind.join());
  }
  const [own, other] = [0, 1].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }));
  const stolen = certificationRequest({
    privateKey: other!.privateKey,
    publicKey: own!.publicKey,
    subject: 'x',
    extensions: [],
  });
  t.is(outcome(pem(stolen)), 'Its signature is not of its key.');
  const offCurve = Buffer.from(der(request));
  const at = offCurve.indexOf(Buffer.from('03420004', 'hex'));
  offCurve.fill(1, at + 4, at + 68);
  t.is(outcome(pem(offCurve)), 'Its key or its signature is none.');
});

test('hostile requests end in a typed error, and quickly', (t) => {
  for (const text of [
    '',
    'x'.repeat(10_000_000),
    request + request,
    request.replaceAll('CERTIFICATE REQUEST', 'CERTIFICATE'),
    pem(Buffer.alloc(0)),
    pem(Buffer.alloc(5_000, 0x30)),
    pem(Buffer.from('3080', 'hex')),
    `-----BEGIN CERTIFICATE REQUEST-----\n${'='.repeat(8_000)}\n-----END CERTIFICATE REQUEST-----`,
  ])
    t.false(outcome(text).startsWith('-----'), text.slice(0, 60));
  const whole = der(request);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
      fc.nat(whole.length),
      (changes, length) => {
        const bytes = Buffer.from(whole);
        for (const [at, octet] of changes) bytes[at] = octet;
        const isSame = bytes.equals(whole);
        t.is(outcome(pem(bytes)).startsWith('-----'), isSame);
        if (length < whole.length) t.false(outcome(pem(whole.subarray(0, length))).startsWith('-----'));
      },
    ),
  );
  fc.assert(
    fc.property(fc.string(), fc.uint8Array(), (text, bytes) => {
      t.false(outcome(text).startsWith('-----'));
      t.false(outcome(pem(bytes)).startsWith('-----'));
    }),
  );
  t.truthy(createPublicKey(outcome(request)));
});
