import { hash } from 'node:crypto';
import type { Random } from '@sonde/shared/system/random.ts';
import { base62Digits } from '@sonde/shared/text/base62-digits.ts';

/** A key's prefix tells its kind, so that leaked keys can be searched for and told apart. */
export const keyPrefixes = {
  account: 'sonde_key_',
  location: 'sonde_loc_',
  resolver: 'sonde_res_',
  admin: 'sonde_adm_',
  provisioning: 'sonde_scim_',
} as const;
export type KeyKind = keyof typeof keyPrefixes;

/** 40 digits of base 62: 238 bits. */
const secretDigits = 40;
/** The stored prefix shows this many digits of the secret. */
const shownDigits = 6;
export const minimumKeyLength = 16;
export const maximumKeyLength = 256;

export interface NewKey {
  /** The key itself: shown once, never stored. */
  readonly key: string;
  readonly prefix: string;
  readonly hash: Buffer;
}

/** Makes a key of 238 random bits. */
export function makeKey(kind: KeyKind, random: Random): NewKey {
  return describeKey(keyPrefixes[kind] + base62Digits(secretDigits, random));
}

/** Describes a key as it is stored: also one that an operator chose. */
export function describeKey(key: string): NewKey {
  const marker = Object.values(keyPrefixes).find((prefix) => key.startsWith(prefix)) ?? '';
  const shown = marker === '' ? Math.min(4, Math.floor(key.length / 4)) : marker.length + shownDigits;
  return { key, prefix: key.slice(0, shown), hash: hashKey(key) };
}

/** Hashes a key; keys are long and random, so one round of SHA-256 is enough. */
export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** Tells whether a text could be a key at all, before anything is looked up. */
export function isPlausibleKey(text: string): boolean {
  return text.length >= minimumKeyLength && text.length <= maximumKeyLength && /^[\x21-\x7e]+$/.test(text);
}
