import { createHash } from 'node:crypto';
import type { IconHashes } from '../../ports/web-page.ts';

const lineLength = 76;

/** Computes the two hashes by which icons of sites are known. */
export function iconHashes(url: string, octets: Uint8Array): IconHashes {
  const base64 = Buffer.from(octets).toString('base64');
  let lines = '';
  for (let at = 0; at < base64.length; at += lineLength) lines += `${base64.slice(at, at + lineLength)}\n`;
  return {
    url,
    mmh3: murmur3(Buffer.from(lines, 'latin1')),
    sha256: createHash('sha256').update(octets).digest('hex'),
  };
}

/** Computes MurmurHash3 for x86, 32 bits, seed 0, as a signed number. */
export function murmur3(octets: Buffer): number {
  const [first, second] = [0xcc9e2d51, 0x1b873593];
  const whole = octets.length & ~3;
  const mixed = (block: number) => {
    const product = Math.imul(block, first);
    return Math.imul((product << 15) | (product >>> 17), second);
  };
  let hash = 0;
  for (let at = 0; at < whole; at += 4) {
    hash ^= mixed(octets.readInt32LE(at));
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (let at = octets.length - 1; at >= whole; at--) rest = (rest << 8) | octets[at]!;
  if (octets.length > whole) hash ^= mixed(rest);
  hash ^= octets.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) | 0;
}
