export interface TransparencyResult {
  /** In a sentence. */
  readonly details: string;
  /** The host that was asked. */
  readonly source: string;
  /** Certificates that are in force; those of one serial number and issuer are one. */
  readonly current: number;
  /** All that it knows of. */
  readonly total: number;
  /** Of those in force, the latest first, at most 100. */
  readonly certificates: readonly LoggedCertificate[];
  /** Who issued those in force, and how many. */
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
  /** When a log took it in; null if that is not told. */
  readonly loggedAt: string | null;
}
