/** Ranges side by side: where each begins, and its value up to the next. 8 bytes each, or 12 where keys have over 32 bits. */
export class FlatRanges {
  readonly #largest: number;
  #starts: Float64Array | Uint32Array;
  #values = new Uint32Array(1_024);
  #count = 0;

  constructor(largest: number) {
    this.#largest = largest;
    this.#starts = largest > 0xffff_ffff ? new Float64Array(1_024) : new Uint32Array(1_024);
  }

  /** Ranges with a value; looks at all of them. */
  get count(): number {
    return this.#values.subarray(0, this.#count).reduce((sum, value) => sum + (value === 0 ? 0 : 1), 0);
  }

  get bytes(): number {
    return this.#starts.byteLength + this.#values.byteLength;
  }

  /** From there on, the value is this one; no earlier than the last mark, whose place it takes where it is the same. */
  mark(start: number, value: number): void {
    if (start > this.#largest) return;
    if (this.#count > 0 && this.#starts[this.#count - 1] === start) this.#count--;
    const before = this.#count === 0 ? 0 : this.#values[this.#count - 1];
    if (value === before) return;
    if (this.#count === this.#values.length) this.#resize(this.#count * 2);
    this.#starts[this.#count] = start;
    this.#values[this.#count++] = value;
  }

  /** The value of the range that the key is in; 0 where it is in none. */
  find(key: number): number {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#starts[middle]! <= key) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : this.#values[low - 1]!;
  }

  /** Itself, without room for more. */
  trimmed(): this {
    this.#resize(this.#count);
    return this;
  }

  #resize(size: number): void {
    const starts = this.#starts instanceof Float64Array ? new Float64Array(size) : new Uint32Array(size);
    starts.set(this.#starts.subarray(0, this.#count));
    this.#starts = starts;
    const values = new Uint32Array(size);
    values.set(this.#values.subarray(0, this.#count));
    this.#values = values;
  }
}
