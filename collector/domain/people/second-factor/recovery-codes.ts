import { hash } from 'node:crypto';
import type { Random } from '@sonde/shared/system/random.ts';
import { toBase32 } from './base32.ts';

const howMany = 10;
/** 80 bits: sixteen letters and digits. */
const codeBytes = 10;

/** Makes new codes as they are shown once, with the hashes that are stored of them. */
export function makeRecoveryCodes(random: Random): { codes: string[]; hashes: Buffer[] } {
  const plain = Array.from({ length: howMany }, () => toBase32(random.bytes(codeBytes)).toLowerCase());
  return { codes: plain.map((code) => code.match(/.{4}/g)!.join('-')), hashes: plain.map(hashOf) };
}

/**
 * Hashes a recovery code for its look-up; undefined for a text that can't be one. Random and long, it needs no slow
 * hash.
 */
export function hashOfRecoveryCode(text: string): Buffer | undefined {
  const plain = text.replace(/[\s-]/g, '').toLowerCase();
  return /^[a-z2-7]{16}$/.test(plain) ? hashOf(plain) : undefined;
}

function hashOf(plain: string): Buffer {
  return hash('sha256', plain, 'buffer');
}
