/**
 * What is to be remembered for a short while of many things that are known by a hash, such as transactions: a table of fixed size in which a newer entry takes the
 * place of an older one with the same slot. An entry that was displaced is a finding missed, never a false one.
 */
export class TransactionTable {
  readonly #mask: number;
  /** Hash, Unix seconds, and a word of the detector's own. */
  readonly #entries: Int32Array;

  /** `slots` is a power of two; 12 bytes each. */
  constructor(slots: number) {
    this.#mask = slots - 1;
    this.#entries = new Int32Array(slots * 3);
  }

  /** The place of its entry, -1 where there is none: for `at` and `word`, until the next `set`. */
  find(hash: number): number {
    const place = (hash & this.#mask) * 3;
    return this.#entries[place] === hash && this.#entries[place + 1] !== 0 ? place : -1;
  }

  at(place: number): number {
    return this.#entries[place + 1]!;
  }

  word(place: number): number {
    return this.#entries[place + 2]!;
  }

  set(hash: number, at: number, word: number): void {
    const place = (hash & this.#mask) * 3;
    this.#entries[place] = hash;
    this.#entries[place + 1] = at;
    this.#entries[place + 2] = word;
  }
}
