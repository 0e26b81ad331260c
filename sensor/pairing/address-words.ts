import * as hashWords from './hash-words.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { mix } = hashWords;

/** The third of the four words of a mapped IPv4 address, `00 00 ff ff`, with its first byte lowest, as in the memory of the processors that Node.js is built for here. */
export const mappedWord = 0xffff_0000 | 0;

/** Takes the four words of an address into a hash. Of IPv4 those are its last two: the first two are zero, and say nothing. */
export function mixAddress(hash: number, words: Int32Array, at: number): number {
  const first = words[at]!;
  const second = words[at + 1]!;
  let mixed = hash;
  if ((first | second) !== 0) mixed = mix(mix(mixed, first), second);
  return mix(mix(mixed, words[at + 2]!), words[at + 3]!);
}

/** Compares two addresses of four words each. */
export function isSameAddress(words: Int32Array, at: number, others: Int32Array, othersAt: number): boolean {
  for (let index = 0; index < 4; index++) {
    if (words[at + index] !== others[othersAt + index]) return false;
  }
  return true;
}
