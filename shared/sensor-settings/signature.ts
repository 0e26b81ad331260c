import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** The lines keep a signature from being taken for one of something else. */
const documentLine = Buffer.from('sonde agent settings v1\n');
const keyLine = Buffer.from('sonde agent settings key v1\n');
/** What stands before the 32 octets of an Ed25519 key in a SubjectPublicKeyInfo (RFC 8410). */
const spkiStart = Buffer.from('302a300506032b6570032100', 'hex');
const keyBytes = 32;

/** Signs the text of a settings document (Ed25519, RFC 8032); in base64. */
export function signSettings(document: string, key: KeyObject): string {
  return sign(null, Buffer.concat([documentLine, Buffer.from(document)]), key).toString('base64');
}

export function verifySettings(document: string, signature: string, publicKey: string): boolean {
  return isSigned(Buffer.concat([documentLine, Buffer.from(document)]), signature, publicKey);
}

/** Signs the key that follows, with the one before it; in base64. */
export function signNextKey(next: string, key: KeyObject): string {
  return sign(null, Buffer.concat([keyLine, Buffer.from(next, 'base64')]), key).toString('base64');
}

export function verifyNextKey(next: string, signature: string, publicKey: string): boolean {
  return isSigned(Buffer.concat([keyLine, Buffer.from(next, 'base64')]), signature, publicKey);
}

/** The 32 octets of a public key, in base64. */
export function publicKeyText(key: KeyObject): string {
  return createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-keyBytes).toString('base64');
}

function isSigned(bytes: Buffer, signature: string, publicKey: string): boolean {
  const octets = Buffer.from(publicKey, 'base64');
  if (octets.length !== keyBytes) return false;
  const key = createPublicKey({ key: Buffer.concat([spkiStart, octets]), format: 'der', type: 'spki' });
  return verify(null, bytes, key, Buffer.from(signature, 'base64'));
}
