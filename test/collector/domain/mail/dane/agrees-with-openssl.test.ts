import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import test from 'ava';
import { meetsTlsa } from '../../../../../collector/domain/mail/dane/match-tlsa.ts';
import { mailServer } from '../../../../support/scans/smtp-servers.ts';
import { makeAuthority, makeServer, type Sample } from '../../../../support/x509/make-certificate.ts';

const day = 86_400_000;
const validity = { notBefore: new Date(Date.now() - day), notAfter: new Date(Date.now() + day) };
const root = makeAuthority('Root', validity);
const middle = makeAuthority('Middle', { issuer: root, ...validity });
const leaf = makeServer(['mail.example.com'], middle, validity);
const past = { notBefore: new Date(Date.now() - 9 * day), notAfter: new Date(Date.now() - day) };
const expired = makeServer(['mail.example.com'], middle, past);
const stranger = makeAuthority('Middle', validity);

function association({ der }: Sample, selector: number, matching: number): Buffer {
  const bytes =
    selector === 0 ? der : new X509Certificate(der).publicKey.export({ format: 'der', type: 'spki' });
  if (matching === 0) return bytes;
  return createHash(matching === 1 ? 'sha256' : 'sha512')
    .update(bytes)
    .digest();
}

interface Shown {
  readonly title: string;
  readonly chain: readonly Sample[];
  readonly name: string;
}

const shown: readonly Shown[] = [
  { title: 'the whole chain', chain: [leaf, middle, root], name: 'mail.example.com' },
  { title: 'without the root', chain: [leaf, middle], name: 'mail.example.com' },
  { title: 'the certificate alone', chain: [leaf], name: 'mail.example.com' },
  { title: 'another name', chain: [leaf, middle, root], name: 'other.example.com' },
  { title: 'expired', chain: [expired, middle, root], name: 'mail.example.com' },
];

const parameters = [
  [2, 0, 0],
  [2, 1, 1],
  [3, 1, 1],
] as const;

for (const { title, chain, name } of shown) {
  test(`TLSA records are met as openssl has it: ${title}`, async (t) => {
    const key = chain[0]!.key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const { port } = await mailServer(t, { key, cert: chain.map(({ pem }) => pem).join('') });
    const candidates = Object.entries({ own: chain[0]!, middle, root, stranger });
    for (const [what, certificate] of candidates)
      await Promise.all(
        parameters.map(async ([usage, selector, matching]) => {
          const data = association(certificate, selector, matching);
          const ours = meetsTlsa([{ usage, selector, matching, data }], {
            chain: chain.map(({ der }) => der),
            names: [name],
            now: Date.now(),
          });
          const theirs = await openssl(
            port,
            name,
            `${usage} ${selector} ${matching} ${data.toString('hex')}`,
          );
          t.is(ours, theirs, `${usage} ${selector} ${matching} ${what}`);
        }),
      );
  });
}

/** Whether openssl verifies a mail server by a record alone. */
function openssl(port: number, name: string, record: string): Promise<boolean> {
  const args = [
    's_client',
    '-starttls',
    'smtp',
    '-connect',
    `127.0.0.1:${port}`,
    '-verify_return_error',
    '-dane_ee_no_namechecks',
  ];
  return new Promise((resolve) => {
    const child = execFile(
      'openssl',
      [...args, '-dane_tlsa_domain', name, '-dane_tlsa_rrdata', record, '-brief'],
      { timeout: 20_000 },
      (error, _, said) => resolve(error === null && said.includes('Verification: OK')),
    );
    child.stdin?.end('QUIT\r\n');
  });
}
