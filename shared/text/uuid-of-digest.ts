import { createHash } from 'node:crypto';

/** Makes a UUID of the first sixteen octets of a digest, which are at least as many (RFC 9562 section 5: version 5 of SHA-1, 8 of others). */
export function uuidOfDigest(digest: Buffer, version: 5 | 8): string {
  const bytes = Buffer.from(digest.subarray(0, 16));
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Makes a UUID (version 8, RFC 9562 section 5.8) of the SHA-256 of a text or of bytes. */
export function uuidOf(source: string | Buffer): string {
  return uuidOfDigest(createHash('sha256').update(source).digest(), 8);
}
