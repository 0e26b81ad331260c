/** A staple status states what a stapled OCSP response says (RFC 6960), and whether it may be relied on. */
export interface StapleStatus {
  readonly status: 'good' | 'revoked' | 'unknown' | 'malformed' | 'error';
  /** ISO 8601; null if it is not told. */
  readonly producedAt: string | null;
  readonly thisUpdate: string | null;
  readonly nextUpdate: string | null;
  readonly revokedAt: string | null;
  /** Within its times at the moment of the scan. */
  readonly fresh: boolean;
  /** Signed by the issuer or by whom it delegated that to; null if that could not be checked. */
  readonly signatureValid: boolean | null;
  /** One sentence, if it can't be relied on. */
  readonly problem: string | null;
}
