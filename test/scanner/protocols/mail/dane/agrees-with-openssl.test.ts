import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import test from 'ava';
import { meetsTlsa } from '../../../../../scanner/protocols/mail/dane/match-tlsa.ts';
import type { Tlsa } from '../../../../../scanner/protocols/mail/dane/tlsa-record.ts';
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
  [2, 1, 0],
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
          const theirs = await openssl(port, name, [{ usage, selector, matching, data }]);
          t.is(ours, theirs, `${usage} ${selector} ${matching} ${what}`);
        }),
      );
  });
}

test('several records together are met as openssl has it', async (t) => {
  const key = leaf.key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const { port } = await mailServer(t, { key, cert: leaf.pem + middle.pem });
  const of = (usage: number, selector: number, matching: number, sample: Sample) => ({
    usage,
    selector,
    matching,
    data: association(sample, selector, matching),
  });
  const sets = [
    [of(3, 1, 1, leaf), of(3, 1, 2, stranger)],
    [of(3, 1, 1, stranger), of(3, 1, 2, leaf)],
    [of(3, 0, 1, leaf), of(3, 1, 2, stranger)],
    [of(3, 1, 0, leaf), of(3, 1, 2, stranger)],
    [of(2, 1, 1, middle), of(2, 1, 2, stranger)],
    [of(2, 1, 1, stranger), of(3, 1, 1, leaf)],
    [of(2, 1, 0, root), of(3, 1, 1, stranger)],
  ];
  for (const [index, records] of sets.entries()) {
    const ours = meetsTlsa(records, {
      chain: [leaf.der, middle.der],
      names: ['mail.example.com'],
      now: Date.now(),
    });
    t.is(ours, await openssl(port, 'mail.example.com', records), String(index));
  }
});

/** Whether openssl verifies a mail server by these records alone. */
function openssl(port: number, name: string, records: readonly Tlsa[]): Promise<boolean> {
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
      [...args, '-dane_tlsa_domain', name, ...records.flatMap(rrdata), '-brief'],
      { timeout: 20_000 },
      (error, _, said) => resolve(error === null && said.includes('Verification: OK')),
    );
    child.stdin?.end('QUIT\r\n');
  });
}

function rrdata({ usage, selector, matching, data }: Tlsa): string[] {
  return ['-dane_tlsa_rrdata', `${usage} ${selector} ${matching} ${Buffer.from(data).toString('hex')}`];
}
