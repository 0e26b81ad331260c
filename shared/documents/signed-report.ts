import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { canonicalJson, type Json } from './canonical-json.ts';

/** The purpose stands before the bytes that are signed, so that no signature is good for anything else. */
export const purpose = 'sonde compliance report v1\n';

export type SignedDocument = { readonly [key: string]: Json };

/** A report seal holds the digest and the signature that verify a report. */
export interface ReportSeal {
  /** SHA-256 of the signed bytes, hexadecimal. */
  readonly digest: string;
  /** Ed25519 (RFC 8032) over the same bytes, base64. */
  readonly signature: string;
}

export function signedBytes(document: SignedDocument): Buffer {
  return Buffer.from(purpose + canonicalJson(document));
}

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Computes the first 16 hexadecimal digits of SHA-256 of the public key in DER. */
export function keyIdOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);
}

/** Reads the public key in a PEM text; undefined if it is none of Ed25519. */
export function readReportKey(pem: string): KeyObject | undefined {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Checks whether a document is as the holder of the key signed it. */
export function verifyReport(
  document: SignedDocument,
  { digest, signature }: ReportSeal,
  key: KeyObject,
): { digestMatches: boolean; signatureMatches: boolean } {
  const bytes = signedBytes(document);
  return {
    digestMatches: digestOf(bytes) === digest.toLowerCase(),
    signatureMatches: verify(null, bytes, key, Buffer.from(signature, 'base64')),
  };
}
