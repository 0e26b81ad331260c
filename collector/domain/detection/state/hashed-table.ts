const fewest = 16;

/**
 * A hashed table keeps values by 64 bits of a hash, in one walk over numbers that lie together: a map of texts goes
 * from one place of the memory to the next, and memory is what most lookups wait for. It grows, and forgets nothing.
 */
export class HashedTable<Value> {
  /** Two words for each slot; the second is 0 if the slot is empty. */
  #keys: Int32Array;
  #values: (Value | undefined)[];
  #count = 0;

  /** With as much room as another has, which it is to take the place of. */
  constructor(other?: HashedTable<Value>) {
    const slots = other === undefined ? fewest : other.#values.length;
    this.#keys = new Int32Array(slots * 2);
    this.#values = new Array(slots);
  }

  get count(): number {
    return this.#count;
  }

  /** `high` is never 0. */
  get(low: number, high: number): Value | undefined {
    const keys = this.#keys;
    const mask = keys.length - 2;
    for (let at = (low << 1) & mask; ; at = (at + 2) & mask) {
      if (keys[at + 1] === high && keys[at] === low) return this.#values[at >> 1];
      if (keys[at + 1] === 0) return undefined;
    }
  }

  /** Adds what `get` did not find. */
  add(low: number, high: number, value: Value): void {
    if ((this.#count + 1) * 2 > this.#values.length) this.#widen();
    this.#place(low, high, value);
    this.#count++;
  }

  #place(low: number, high: number, value: Value | undefined): void {
    const keys = this.#keys;
    const mask = keys.length - 2;
    let at = (low << 1) & mask;
    while (keys[at + 1] !== 0) at = (at + 2) & mask;
    keys[at] = low;
    keys[at + 1] = high;
    this.#values[at >> 1] = value;
  }

  #widen(): void {
    const [keys, values] = [this.#keys, this.#values];
    this.#keys = new Int32Array(keys.length * 2);
    this.#values = new Array(values.length * 2);
    for (let slot = 0; slot < values.length; slot++) {
      if (keys[slot * 2 + 1] !== 0) this.#place(keys[slot * 2]!, keys[slot * 2 + 1]!, values[slot]);
    }
  }
}
