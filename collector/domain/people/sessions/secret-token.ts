import { hash } from 'node:crypto';
import type { Random } from '@sonde/shared/system/random.ts';

/** 256 bits. */
const tokenBytes = 32;
const form = /^[A-Za-z0-9_-]{43}$/;

/** Makes a token as it is given away once, in base64url, with the hash that is stored of it. */
export function makeSecretToken(random: Random): { token: string; hash: Buffer } {
  const token = random.bytes(tokenBytes).toString('base64url');
  return { token, hash: hash('sha256', token, 'buffer') };
}

/** Hashes a token for its look-up; undefined for a text that can't be one. Long and random, it needs no slow hash. */
export function hashOfToken(text: string): Buffer | undefined {
  return form.test(text) ? hash('sha256', text, 'buffer') : undefined;
}
