import { createHash, X509Certificate } from 'node:crypto';
import { parseCertificate } from '../../tls/x509/parse-certificate.ts';
import type { Tlsa } from './tlsa-record.ts';

/**
 * Tells whether a record's data is that of a certificate or of its key, by selector and matching type (RFC 6698
 * sections 2.1.2 to 2.1.4), whatever its usage and whoever issued the certificate. False for parameters that there are
 * not, and if the certificate, in DER or read, can't be read.
 */
export function describesCertificate(record: Tlsa, certificate: X509Certificate | Uint8Array): boolean {
  const der = certificate instanceof X509Certificate ? certificate.raw : certificate;
  const bytes = record.selector === 0 ? der : record.selector === 1 ? publicKeyBytes(der) : undefined;
  const expected = bytes === undefined ? undefined : associated(bytes, record.matching);
  return expected !== undefined && Buffer.from(record.data).equals(expected);
}

function associated(bytes: Uint8Array, matching: number): Uint8Array | undefined {
  if (matching === 0) return bytes;
  if (matching === 1) return createHash('sha256').update(bytes).digest();
  return matching === 2 ? createHash('sha512').update(bytes).digest() : undefined;
}

/** The key as it stands in the certificate: written anew it might differ. */
function publicKeyBytes(der: Uint8Array): Uint8Array | undefined {
  try {
    return parseCertificate(der).publicKeyInfo;
  } catch {
    return undefined;
  }
}
