import type { CertificateTaker, TlsMaterial } from '../../ports/system/serving-certificates.ts';

/** A served certificate belongs to the listener, and may be renewed while it runs. */
export interface ServedCertificate {
  readonly material: TlsMaterial;
  /** Gives a server every certificate that comes after the present one. */
  renew(taker: CertificateTaker): void;
  /** What answers the challenge tls-alpn-01 for a name, if authorities look for it here. */
  readonly challengeFor?: ((name: string) => Promise<TlsMaterial | undefined>) | undefined;
}
