import { createHash } from 'node:crypto';
import { uuidOfDigest } from '@sonde/shared/text/uuid-of-digest.ts';

/** Makes the UUID that a namespace gives to a name (RFC 9562 section 5.5, version 5). */
export function uuidOfName(namespace: string, name: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name);
  return uuidOfDigest(hash.digest(), 5);
}
