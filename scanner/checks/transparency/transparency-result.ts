export interface TransparencyResult {
  /** In a sentence. */
  readonly details: string;
  /** The host that was asked. */
  readonly source: string;
  /** Certificates that are in force; certificates of one serial number and issuer count as one. */
  readonly current: number;
  /** All that it knows of. */
  readonly total: number;
  /** Of those in force, the latest first, at most 100. */
  readonly certificates: readonly LoggedCertificate[];
  /** The issuers of the certificates in force, with their numbers. */
  readonly issuers: readonly { readonly issuer: string; readonly certificates: number }[];
  /** Names of those in force, at most 200. */
  readonly names: readonly string[];
}

export interface LoggedCertificate {
  readonly issuer: string;
  readonly serialNumber: string;
  /** At most 20. */
  readonly names: readonly string[];
  /** ISO 8601. */
  readonly notBefore: string;
  readonly notAfter: string;
  /** The time at which a log took it in; null if that is not told. */
  readonly loggedAt: string | null;
}
