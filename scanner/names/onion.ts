import { createHash } from 'node:crypto';
import { decodeBase32 } from '@sonde/shared/text/base32.ts';

/** A judgement states what a name shows by its form, without a lookup. */
export interface Judgement {
  readonly valid: boolean;
  /** One sentence: why it is not valid, or what is to be known of it. */
  readonly reason: string | null;
  /** The public key, destination's hash or node in hexadecimal. */
  readonly hash: string | null;
}

/** Judges a .onion name by its checksum (Tor's rend-spec-v3, section "Encoding onion addresses"). */
export function judgeOnion(name: string): Judgement {
  const address = name.split('.').at(-2) ?? '';
  if (/^[a-z2-7]{16}$/.test(address)) {
    return invalid('This is a version 2 address; Tor ended the support of these in October 2021.');
  }
  const bytes = decodeBase32(address);
  if (address.length !== 56 || bytes === undefined) {
    return invalid('A version 3 address has 56 letters of a-z and 2-7 before .onion.');
  }
  const key = bytes.subarray(0, 32);
  const version = bytes[34]!;
  if (version !== 3) return invalid(`The address says version ${version}, which there is not.`);
  const checksum = createHash('sha3-256').update('.onion checksum').update(key).update(Uint8Array.of(3));
  if (!checksum.digest().subarray(0, 2).equals(bytes.subarray(32, 34))) {
    return invalid('The checksum does not fit the key: the address was mistyped or made up.');
  }
  return { valid: true, reason: null, hash: Buffer.from(key).toString('hex') };
}

export function invalid(reason: string): Judgement {
  return { valid: false, reason, hash: null };
}
