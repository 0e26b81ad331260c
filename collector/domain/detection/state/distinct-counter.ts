/** Bits that are kept one by one. */
const few = 32;

/**
 * A distinct counter counts different hashes in a fixed number of bits by linear counting (Whang, Vander-Zanden and
 * Taylor, 1990): within a few per cent up to twice as many as it has bits.
 */
export class DistinctCounter {
  readonly #size: number;
  /** Bits that are set, while they are few: most counters never need a table. */
  #few: number[] = [];
  #bits: Uint8Array | undefined;
  #set = 0;

  /** `size` is a power of two. */
  constructor(size: number) {
    this.#size = size;
  }

  /** Adds a hash and tells whether it was new, as far as the bits can tell. */
  add(hash: number): boolean {
    const bit = hash & (this.#size - 1);
    if (this.#bits === undefined) {
      if (this.#few.includes(bit)) return false;
      this.#few.push(bit);
      if (this.#few.length > few) this.#fillTable();
    } else if (!isSetNow(this.#bits, bit)) return false;
    this.#set++;
    return true;
  }

  get estimate(): number {
    const empty = Math.max(1, this.#size - this.#set);
    return Math.round(-this.#size * Math.log(empty / this.#size));
  }

  #fillTable(): void {
    this.#bits = new Uint8Array(this.#size >> 3);
    for (const bit of this.#few) isSetNow(this.#bits, bit);
    this.#few = [];
  }
}

/** Sets a bit. False if it was set already. */
function isSetNow(bits: Uint8Array, bit: number): boolean {
  const mask = 1 << (bit & 7);
  if ((bits[bit >> 3]! & mask) !== 0) return false;
  bits[bit >> 3]! |= mask;
  return true;
}
