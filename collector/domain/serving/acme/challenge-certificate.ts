import { createHash, generateKeyPairSync } from 'node:crypto';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import { octets } from '@sonde/shared/x509/der-writer.ts';
import { extension, subjectAltNames } from '@sonde/shared/x509/extensions.ts';
import { issueCertificate } from '@sonde/shared/x509/issue-certificate.ts';
import type { TlsMaterial } from '../../../ports/system/serving-certificates.ts';

const acmeIdentifier = '1.3.6.1.5.5.7.1.31';
const dayMilliseconds = 86_400_000;

/** Makes the certificate that answers the challenge tls-alpn-01 for a name (RFC 8737 section 3). */
export function challengeCertificate(
  name: string,
  keyAuthorization: string,
  ports: { readonly clock: Clock; readonly random: Random },
): TlsMaterial {
  const digest = createHash('sha256').update(keyAuthorization).digest();
  return selfSigned([name], [extension(acmeIdentifier, octets(digest), true)], ports);
}

/** Makes a certificate that nobody trusts, to listen with until there is one. */
export function temporaryCertificate(
  names: readonly string[],
  ports: { readonly clock: Clock; readonly random: Random },
): TlsMaterial {
  return selfSigned(names, [], ports);
}

function selfSigned(
  names: readonly string[],
  extensions: readonly Buffer[],
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): TlsMaterial {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = 'Sonde until there is a certificate';
  const cert = issueCertificate({
    publicKey,
    subject,
    issuer: { subject, publicKey, privateKey },
    serial: random.bytes(16),
    from: new Date(clock.now() - dayMilliseconds),
    until: new Date(clock.now() + 7 * dayMilliseconds),
    extensions: [subjectAltNames(names), ...extensions],
  });
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
}
