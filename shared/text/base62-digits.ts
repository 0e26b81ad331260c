import type { Random } from '../system/random.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Draws so many digits of base 62, each of them alike often: bytes beyond the largest multiple of 62 are thrown away. */
export function base62Digits(count: number, random: Pick<Random, 'bytes'>): string {
  let digits = '';
  while (digits.length < count) {
    for (const byte of random.bytes(64)) {
      if (byte < 248 && digits.length < count) digits += alphabet[byte % 62];
    }
  }
  return digits;
}
