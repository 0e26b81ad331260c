import type { Certificate } from '../x509/certificate.ts';
import { CertificateReader } from '../x509/certificate-reader.ts';

/**
 * The trust anchors are roots, read once and found by name, with the reader of the certificates that are held against
 * them.
 */
export class TrustAnchors {
  readonly reader = new CertificateReader();
  readonly #bySubject: ReadonlyMap<string, readonly Certificate[]>;
  readonly #fingerprints: ReadonlySet<string>;

  /** Takes DER; what is no certificate is left out. */
  constructor(roots: readonly Uint8Array[]) {
    const certificates = roots.flatMap((der) => this.reader.readable(der));
    this.#bySubject = Map.groupBy(certificates, ({ subject }) => subject.key);
    this.#fingerprints = new Set(certificates.map(({ fingerprint }) => fingerprint));
  }

  has({ fingerprint }: Certificate): boolean {
    return this.#fingerprints.has(fingerprint);
  }

  /** Finds the roots that may have issued the certificate, by name. */
  issuersOf({ issuer }: Certificate): readonly Certificate[] {
    return this.#bySubject.get(issuer.key) ?? [];
  }
}
