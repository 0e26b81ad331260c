import { HashedTable } from './hashed-table.ts';

/**
 * A recent table is a RecentMap by 64 bits of a hash. What was looked up last is at hand, since rows about one name
 * come one after the other: its A and its AAAA.
 */
export class RecentTable<Value> {
  readonly #capacity: number;
  #young = new HashedTable<Value>();
  #old = new HashedTable<Value>();
  #forgotten = 0;
  /** Entries of the older table that are in the younger one as well. */
  #kept = 0;
  #lastLow = 0;
  #lastHigh = 0;
  #lastValue: Value | undefined;

  /** It holds at most twice `capacity` entries. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Entries that were dropped for want of room, so far. */
  get forgotten(): number {
    return this.#forgotten;
  }

  get(low: number, high: number): Value | undefined {
    // 0 marks an empty slot.
    const odd = high | 1;
    if (low === this.#lastLow && odd === this.#lastHigh) return this.#lastValue;
    const value = this.#young.get(low, odd) ?? this.#revived(low, odd);
    this.#lastLow = low;
    this.#lastHigh = odd;
    this.#lastValue = value;
    return value;
  }

  /** Adds what `get` did not find. */
  add(low: number, high: number, value: Value): Value {
    this.#add(low, high | 1, value);
    return value;
  }

  #revived(low: number, high: number): Value | undefined {
    const old = this.#old.get(low, high);
    if (old !== undefined) {
      this.#kept++;
      this.#add(low, high, old);
    }
    return old;
  }

  #add(low: number, high: number, value: Value): void {
    if (this.#young.count >= this.#capacity) {
      this.#forgotten += this.#old.count - this.#kept;
      this.#kept = 0;
      this.#old = this.#young;
      this.#young = new HashedTable(this.#old);
    }
    this.#young.add(low, high, value);
    this.#lastLow = low;
    this.#lastHigh = high;
    this.#lastValue = value;
  }
}
