import type { KeyObject, X509Certificate } from 'node:crypto';
import type { DerTime } from '../der/der-time.ts';
import type { DistinguishedName } from './distinguished-name.ts';
import type { Extensions } from './extensions.ts';

/**
 * A certificate is the certificate as read (RFC 5280 section 4.1). That it could be read does not mean that it keeps to
 * the rules.
 */
export interface Certificate {
  readonly der: Uint8Array;
  /** SHA-256 of the DER, hexadecimal. */
  readonly fingerprint: string;
  /** 1 to 3. */
  readonly version: number;
  /** Two's complement. */
  readonly serialNumber: Uint8Array;
  /** The algorithm as the signed part tells of it, and as it stands beside the signature. */
  readonly signedAlgorithm: AlgorithmIdentifier;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly issuer: DistinguishedName;
  readonly subject: DistinguishedName;
  /** DER of the subject. */
  readonly subjectBytes: Uint8Array;
  readonly notBefore: DerTime;
  readonly notAfter: DerTime;
  /** The subject's public key with its algorithm, DER. */
  readonly publicKeyInfo: Uint8Array;
  readonly publicKeyAlgorithm: AlgorithmIdentifier;
  /** Undefined if the key is of no use to us. */
  readonly publicKey: KeyObject | undefined;
  readonly hasUniqueIds: boolean;
  readonly extensions: Extensions;
  /** The object that checks its signature. */
  readonly native: X509Certificate;
}

export interface AlgorithmIdentifier {
  readonly oid: string;
  /** DER of the parameters; undefined if they are absent. */
  readonly parameters: Uint8Array | undefined;
  /** DER of the whole. */
  readonly bytes: Uint8Array;
}

/** Tells whether subject and issuer are the same (RFC 5280 section 6.1). */
export function isSelfIssued(certificate: Certificate): boolean {
  return certificate.subject.key === certificate.issuer.key;
}
