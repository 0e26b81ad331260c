const wrap = 0x1_0000_0000;

/**
 * An unwrapped counter makes a total out of a cumulative 32-bit counter that wraps, provided it is read at least once
 * per 2^32 steps.
 */
export class UnwrappedCounter {
  #last = 0;
  #total = 0;

  /** Takes a reading, signed or unsigned, and returns the total. */
  update(reading: number): number {
    const value = reading >>> 0;
    this.#total += value >= this.#last ? value - this.#last : value + wrap - this.#last;
    this.#last = value;
    return this.#total;
  }

  get total(): number {
    return this.#total;
  }
}
