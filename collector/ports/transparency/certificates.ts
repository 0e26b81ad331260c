/** A seen certificate is a certificate as a log has it. */
export interface SeenCertificate {
  /** SHA-256 in hex of what a precertificate and its certificate share, so that both are one in all logs. */
  readonly id: string;
  readonly kind: 'certificate' | 'precertificate';
  /** The issuer's name as RFC 4514 writes it, and the organisation. */
  readonly issuer: string;
  readonly organization: string;
  /** Hexadecimal. */
  readonly serial: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** In lower case, wildcards as `*.example.com`. */
  readonly names: readonly string[];
  /** Names beyond those, and what is no domain name. */
  readonly namesLeftOut: number;
  /** The log by its name, the number of the entry, and when the log took it in. */
  readonly log: string;
  readonly entry: number;
  readonly loggedAt: Date;
}

/** An archived certificate is a certificate as it is found again: what all logs told of it, together. */
export interface ArchivedCertificate {
  readonly id: string;
  readonly issuer: string;
  readonly organization: string;
  readonly serial: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** The name that it was found by, and its first 20 names. */
  readonly name: string;
  readonly names: readonly string[];
  readonly nameCount: number;
  readonly logs: readonly string[];
  readonly firstLoggedAt: Date;
  /** Whether only its precertificate was seen. */
  readonly isPrecertificate: boolean;
}

export interface CertificateSearch {
  /** A name; with `below` also all that is under it. */
  readonly name: string;
  readonly below: boolean;
  /** Part of the issuer's name, in any case. */
  readonly issuer?: string | undefined;
  /** Those that are in force then. */
  readonly validAt?: Date | undefined;
  readonly loggedSince?: Date | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The archive keeps certificates that were seen in logs, for as long as the operator wants. */
export interface CertificateArchive {
  /** Adds certificates; the same one again changes nothing but the logs that have it. */
  append(certificates: readonly SeenCertificate[], day: Date): Promise<void>;
  /** The latest first. */
  search(search: CertificateSearch): Promise<{ count: number; certificates: ArchivedCertificate[] }>;
}
