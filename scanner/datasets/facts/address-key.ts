/** An address key is an address as the tables take it: one number of 32 bits of IPv4, four of IPv6. */
export interface AddressKey {
  readonly family: 4 | 6;
  readonly words: readonly [number, number, number, number];
}

/** Makes the key of an address of 16 bytes, IPv4 mapped. */
export function keyOfAddress(bytes: Uint8Array, offset = 0): AddressKey {
  const word = (at: number): number =>
    ((bytes[offset + at]! << 24) |
      (bytes[offset + at + 1]! << 16) |
      (bytes[offset + at + 2]! << 8) |
      bytes[offset + at + 3]!) >>>
    0;
  if (word(0) === 0 && word(4) === 0 && word(8) === 0xffff) return { family: 4, words: [word(12), 0, 0, 0] };
  return { family: 6, words: [word(0), word(4), word(8), word(12)] };
}

/** Computes the key of the address so many behind another; they differ in the last word only. */
export function keyAt({ family, words }: AddressKey, distance: number): AddressKey {
  const [first, second, third, fourth] = words;
  return family === 4
    ? { family, words: [first + distance, 0, 0, 0] }
    : { family, words: [first, second, third, fourth + distance] };
}

export function lastWordOf({ family, words }: AddressKey): number {
  return words[family === 4 ? 0 : 3];
}
