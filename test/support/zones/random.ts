/** Numbers that look random and are the same for the same seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761 + 1) >>> 0;
  }

  /** From 0 to below `limit`. */
  below(limit: number): number {
    this.#state = (Math.imul(this.#state ^ (this.#state >>> 15), 2_246_822_519) + 0x9e37_79b9) >>> 0;
    return ((this.#state ^ (this.#state >>> 13)) >>> 0) % limit;
  }

  of<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)]!;
  }
}
