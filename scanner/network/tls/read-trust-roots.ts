import { X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';

/** Reads the certificates of the authorities that this installation trusts: the system's and, in PEM, its own. DER. */
export function readTrustRoots(extraAuthorities: readonly string[] = []): Uint8Array[] {
  const own = extraAuthorities.flatMap(
    (pem) => pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [],
  );
  return [...getCACertificates('default'), ...own].map((pem) => new X509Certificate(pem).raw);
}
