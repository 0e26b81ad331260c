import { createHash } from 'node:crypto';
import { wireName } from '@sonde/shared/dns/wire-name.ts';

/** Computes the NSEC3 hash (RFC 5155 section 5), with SHA-1, which is the only one there is. */
export function nsec3Hash(name: string, salt: Uint8Array, iterations: number): Buffer {
  let digest = createHash('sha1').update(wireName(name)).update(salt).digest();
  for (let round = 0; round < iterations; round++) {
    digest = createHash('sha1').update(digest).update(salt).digest();
  }
  return digest;
}
