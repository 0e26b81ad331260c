import { type Cipheriv, createCipheriv } from 'node:crypto';

const blockBytes = 16;
/** Pseudonyms remembered; a power of two. Each address has one place, which the next address there takes over. */
const cacheSize = 16_384;

/**
 * Crypto-PAn makes prefix-preserving pseudonyms (J. Xu et al., "Prefix-Preserving IP Address Anonymization", 2002): two
 * addresses that share their first n bits have pseudonyms that share theirs, and no more. The key is 32 bytes, half for
 * AES and half for the padding, as in the authors' Crypto-PAn; IPv6 is treated alike over 128 bits.
 */
export class CryptoPan {
  readonly #cipher: Cipheriv;
  readonly #pad: Uint8Array;
  readonly #input = Buffer.alloc(128 * blockBytes);
  readonly #cacheKeys = new Uint8Array(cacheSize * 17);
  readonly #cacheValues = new Uint8Array(cacheSize * 16);

  constructor(key: Uint8Array) {
    if (key.length !== 32) throw new RangeError('a pseudonym key has 32 bytes');
    this.#cipher = createCipheriv('aes-128-ecb', key.subarray(0, 16), null).setAutoPadding(false);
    this.#pad = this.#cipher.update(key.subarray(16, 32));
  }

  /** Replaces `width` bytes, 4 or 16, by their pseudonym. */
  anonymise(bytes: Uint8Array, at: number, width: 4 | 16): void {
    const place = placeOf(bytes, at, width);
    if (this.#isCached(place, bytes, at, width)) {
      for (let index = 0; index < width; index++) bytes[at + index] = this.#cacheValues[place * 16 + index]!;
      return;
    }
    const key = place * 17;
    this.#cacheKeys[key] = width;
    for (let index = 0; index < width; index++) this.#cacheKeys[key + 1 + index] = bytes[at + index]!;
    this.#compute(bytes, at, width);
    for (let index = 0; index < width; index++) this.#cacheValues[place * 16 + index] = bytes[at + index]!;
  }

  /** Bit n is flipped by the first bit of AES over the first n bits of the address followed by those of the padding. */
  #compute(bytes: Uint8Array, at: number, width: number): void {
    const bits = width * 8;
    const input = this.#input;
    for (let bit = 0; bit < bits; bit++) {
      const block = bit * blockBytes;
      const whole = bit >> 3;
      for (let index = 0; index < blockBytes; index++) {
        const own = index < whole ? 0xff : index === whole ? 0xff & ~(0xff >> (bit & 7)) : 0;
        input[block + index] = ((bytes[at + index] ?? 0) & own) | (this.#pad[index]! & ~own & 0xff);
      }
    }
    const output = this.#cipher.update(input.subarray(0, bits * blockBytes));
    for (let bit = 0; bit < bits; bit++) {
      const flip = output[bit * blockBytes]! >> 7;
      bytes[at + (bit >> 3)] = bytes[at + (bit >> 3)]! ^ (flip << (7 - (bit & 7)));
    }
  }

  #isCached(place: number, bytes: Uint8Array, at: number, width: number): boolean {
    if (this.#cacheKeys[place * 17] !== width) return false;
    for (let index = 0; index < width; index++) {
      if (this.#cacheKeys[place * 17 + 1 + index] !== bytes[at + index]) return false;
    }
    return true;
  }
}

function placeOf(bytes: Uint8Array, at: number, width: number): number {
  let hash = width;
  for (let index = 0; index < width; index++) hash = Math.imul(hash ^ bytes[at + index]!, 0x01000193);
  return (hash ^ (hash >>> 15)) & (cacheSize - 1);
}
