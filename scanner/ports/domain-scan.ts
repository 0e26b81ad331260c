import type { Finding, ScanError } from './finding.ts';

/** A scanned part is the stored result of one check of a scan: all of it is JSON. */
export interface ScannedPart {
  /** ISO 8601: when it was looked at. */
  readonly at: string;
  readonly milliseconds: number;
  /** The result as the scanner's own type has it; null if the check came to no end. */
  readonly result: unknown;
  readonly findings: readonly Finding[];
  readonly errors: readonly ScanError[];
}

/** The scanned parts are the parts by the id of their check. */
export type ScannedParts = Readonly<Record<string, ScannedPart>>;

export type ScanTrigger = 'request' | 'bulk' | 'monitor';

/** A domain scan is one scan that has ended. */
export interface DomainScan {
  /** A UUID. */
  readonly id: string;
  /** In stored form, IDNA processed. */
  readonly domain: string;
  readonly startedAt: Date;
  readonly milliseconds: number;
  /** Questions of the DNS that went over the network. */
  readonly questions: number;
  readonly trigger: ScanTrigger;
  readonly parts: ScannedParts;
  readonly summary: ScanSummary;
}

/**
 * A scan summary holds the facts of a domain that lists, searches and counts show. A key is absent if the scan did not
 * look; its value is null if it looked and could not tell.
 */
export interface ScanSummary {
  readonly dnssecEnabled?: boolean | null;
  readonly dnssecValid?: boolean | null;
  readonly spfValid?: boolean | null;
  readonly spfRecord?: string | null;
  readonly dkimValid?: boolean | null;
  readonly dmarcValid?: boolean | null;
  readonly dmarcPolicy?: string | null;
  readonly mtaStsEnabled?: boolean | null;
  readonly smtpStarttls25?: boolean | null;
  readonly smtpStarttls587?: boolean | null;
  readonly sslValid?: boolean | null;
  readonly certificate?: CertificateFacts | null;
  readonly registration?: RegistrationSummary | null;
}

/** A registration summary is a domain's registration in short. Times are ISO 8601. */
export interface RegistrationSummary {
  readonly registrar: string | null;
  readonly registeredAt: string | null;
  readonly expiresAt: string | null;
}

/** The certificate facts describe the certificate that a domain's web server shows for it. Times are ISO 8601. */
export interface CertificateFacts {
  readonly issuer: string;
  readonly subject: string;
  readonly serialNumber: string;
  readonly validFrom: string;
  readonly validUntil: string;
  readonly fingerprint: string;
}
