/**
 * A told certificate is on its way to subscribers, as collectors tell each other. Times are milliseconds since 1970.
 */
export interface ToldCertificate {
  readonly id: string;
  readonly kind: 'certificate' | 'precertificate';
  readonly issuer: string;
  readonly serial: string;
  readonly notBefore: number;
  readonly notAfter: number;
  /** At most 100. */
  readonly names: readonly string[];
  readonly log: string;
  readonly entry: number;
  readonly loggedAt: number;
}
