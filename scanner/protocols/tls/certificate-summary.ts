/** A certificate summary holds the fields of a certificate that people want to know. */
export interface CertificateSummary {
  /** The subject as RFC 4514 writes names. */
  readonly subject: string;
  readonly issuer: string;
  /** Hexadecimal, upper case, without separators. */
  readonly serialNumber: string;
  /** ISO 8601 in UTC. */
  readonly notBefore: string;
  readonly notAfter: string;
  /** Whole days that are left, rounded down; negative if it expired. */
  readonly daysUntilExpiry: number;
  readonly isExpired: boolean;
  readonly isSelfSigned: boolean;
  readonly isAuthority: boolean;
  /** Names of hosts in it, as they are written there; at most 100 of them. */
  readonly dnsNames: readonly string[];
  readonly addresses: readonly string[];
  /** All names, those that are not listed here included. */
  readonly nameCount: number;
  /** `rsa`, `ec`, `ed25519`, ... */
  readonly keyType: string;
  /** Bits of the key or its curve; null if that is not told. */
  readonly keyBits: number | null;
  readonly signatureAlgorithm: string;
  /** SHA-256 of the DER, hexadecimal. */
  readonly fingerprint: string;
  /** Signed certificate timestamps within it (RFC 6962 section 3.3). */
  readonly timestampCount: number;
  /** Whether it demands a stapled OCSP response (RFC 7633). */
  readonly mustStaple: boolean;
}
