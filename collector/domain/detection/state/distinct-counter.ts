/**
 * Counts different hashes in a fixed number of bits by linear counting (Whang, Vander-Zanden and Taylor, 1990): within
 * a few per cent up to twice as many as it has bits.
 */
export class DistinctCounter {
  readonly #bits: Uint8Array;
  readonly #size: number;
  #set = 0;

  /** `size` is a power of two. */
  constructor(size: number) {
    this.#size = size;
    this.#bits = new Uint8Array(size >> 3);
  }

  /** Whether the hash was new, as far as the bits can tell. */
  add(hash: number): boolean {
    const bit = hash & (this.#size - 1);
    const mask = 1 << (bit & 7);
    if ((this.#bits[bit >> 3]! & mask) !== 0) return false;
    this.#bits[bit >> 3]! |= mask;
    this.#set++;
    return true;
  }

  get estimate(): number {
    const empty = Math.max(1, this.#size - this.#set);
    return Math.round(-this.#size * Math.log(empty / this.#size));
  }
}
