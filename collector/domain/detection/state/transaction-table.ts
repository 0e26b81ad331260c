/**
 * A transaction table remembers, for a short while, many things that are known by 64 bits of a hash, such as
 * transactions: a table of fixed size in which a newer entry takes the place of an older one with the same slot. An
 * entry that was displaced is a finding missed, never a false one.
 */
export class TransactionTable {
  readonly #mask: number;
  /** Both words of the hash, Unix seconds, and a word of the detector's own. */
  readonly #entries: Int32Array;

  /** `slots` is a power of two; 16 bytes each. */
  constructor(slots: number) {
    this.#mask = slots - 1;
    this.#entries = new Int32Array(slots * 4);
  }

  /** The place of its entry, -1 if there is none: for `at` and `word`, until the next `set`. */
  find(low: number, high: number): number {
    const place = (low & this.#mask) * 4;
    const entries = this.#entries;
    return entries[place] === low && entries[place + 1] === high && entries[place + 2] !== 0 ? place : -1;
  }

  at(place: number): number {
    return this.#entries[place + 2]!;
  }

  word(place: number): number {
    return this.#entries[place + 3]!;
  }

  /** `low` and `high` have 32 bits, signed. */
  set(low: number, high: number, at: number, word: number): void {
    const place = (low & this.#mask) * 4;
    this.#entries[place] = low;
    this.#entries[place + 1] = high;
    this.#entries[place + 2] = at;
    this.#entries[place + 3] = word;
  }
}
