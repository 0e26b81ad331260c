import { DerError } from '../der/der-error.ts';
import type { Certificate } from '../x509/certificate.ts';
import { parseCertificate } from '../x509/parse-certificate.ts';

/** Roots, read once and found by name. */
export class TrustAnchors {
  readonly #bySubject: ReadonlyMap<string, readonly Certificate[]>;
  readonly #fingerprints: ReadonlySet<string>;

  /** Takes DER; what is no certificate is left out. */
  constructor(roots: readonly Uint8Array[]) {
    const certificates = roots.flatMap(readable);
    this.#bySubject = Map.groupBy(certificates, ({ subject }) => subject.key);
    this.#fingerprints = new Set(certificates.map(({ fingerprint }) => fingerprint));
  }

  has({ fingerprint }: Certificate): boolean {
    return this.#fingerprints.has(fingerprint);
  }

  /** Those that may have issued it, by name. */
  issuersOf({ issuer }: Certificate): readonly Certificate[] {
    return this.#bySubject.get(issuer.key) ?? [];
  }
}

function readable(der: Uint8Array): Certificate[] {
  try {
    return [parseCertificate(der)];
  } catch (error) {
    if (error instanceof DerError) return [];
    throw error;
  }
}
