import { createHash } from 'node:crypto';

/** Makes the entity tag of a content: strong, in quotes (RFC 9110 section 8.8.3). */
export function fileTag(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
}
