/**
 * What is to be remembered of transactions for a short while: a table of fixed size in which a newer entry takes the
 * place of an older one with the same slot. An entry that was displaced is a finding missed, never a false one.
 */
export class TransactionTable {
  readonly #mask: number;
  /** Hash, Unix seconds, and two words of the detector's own. */
  readonly #entries: Int32Array;

  /** `slots` is a power of two; 16 bytes each. */
  constructor(slots: number) {
    this.#mask = slots - 1;
    this.#entries = new Int32Array(slots * 4);
  }

  get(hash: number): { at: number; first: number; second: number } | undefined {
    const slot = (hash & this.#mask) * 4;
    if (this.#entries[slot] !== hash || this.#entries[slot + 1] === 0) return undefined;
    return {
      at: this.#entries[slot + 1]!,
      first: this.#entries[slot + 2]!,
      second: this.#entries[slot + 3]!,
    };
  }

  set(hash: number, at: number, first: number, second: number): void {
    const slot = (hash & this.#mask) * 4;
    this.#entries[slot] = hash;
    this.#entries[slot + 1] = at;
    this.#entries[slot + 2] = first;
    this.#entries[slot + 3] = second;
  }
}
