import { generateKeyPairSync, type KeyObject, type X509Certificate } from 'node:crypto';
import type { Random } from '@sonde/shared/system/random.ts';
import { bits, boolean, implicit, integer, oid, sequence } from '@sonde/shared/x509/der-writer.ts';
import { extension } from '@sonde/shared/x509/extensions.ts';
import { issueCertificate } from '@sonde/shared/x509/issue-certificate.ts';

/** An issuer signs certificates of agents. */
export interface Issuer {
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** Milliseconds that certificates are good before they are made: clocks of collectors differ. */
const backdated = 3_600_000;

const keyUsage = (...numbers: readonly number[]) => extension('2.5.29.15', bits(...numbers), true);
const digitalSignature = 0;
const [keyCertSign, crlSign] = [5, 6];
const clientAuth = '1.3.6.1.5.5.7.3.2';

/** Makes an authority that signs certificates of agents and nothing else (RFC 5280 section 4.2.1.9). */
export function makeAuthority(
  { now, endsAt }: { readonly now: number; readonly endsAt: Date },
  random: Random,
): { certificate: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = `Sonde agents ${random.bytes(4).toString('hex')}`;
  const certificate = issueCertificate({
    publicKey,
    subject,
    issuer: { subject, publicKey, privateKey },
    serial: random.bytes(16),
    from: new Date(now - backdated),
    until: endsAt,
    extensions: [
      extension('2.5.29.19', sequence(boolean(true), integer(0)), true),
      keyUsage(keyCertSign, crlSign),
    ],
  });
  return { certificate, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
}

/** Signs the certificate of an agent, which names the agent and is bound to its key with the collector. */
export function signClientCertificate(
  {
    publicKey,
    uuid,
    keyId,
  }: { readonly publicKey: KeyObject; readonly uuid: string; readonly keyId: number },
  { now, endsAt }: { readonly now: number; readonly endsAt: Date },
  issuer: Issuer,
  random: Random,
): string {
  const names = [`urn:uuid:${uuid}`, `sonde:key:${keyId}`];
  return issueCertificate({
    publicKey,
    subject: uuid,
    issuer,
    serial: random.bytes(16),
    from: new Date(now - backdated),
    until: endsAt,
    extensions: [
      extension('2.5.29.19', sequence(), true),
      keyUsage(digitalSignature),
      extension('2.5.29.37', sequence(oid(clientAuth))),
      extension('2.5.29.17', sequence(...names.map((name) => implicit(6, Buffer.from(name, 'ascii'))))),
    ],
  });
}

/** Finds the id of the key that a certificate is bound to; undefined if it names none, or several. */
export function boundKeyId(certificate: X509Certificate): number | undefined {
  const found = (certificate.subjectAltName ?? '')
    .split(', ')
    .flatMap((name) => /^URI:sonde:key:([1-9]\d{0,14})$/.exec(name)?.[1] ?? []);
  return found.length === 1 ? Number(found[0]) : undefined;
}
