import { DistinctCounter } from './distinct-counter.ts';

/** Bits of a table, and hashes after which it is begun anew, before new ones pass for old. */
const bits = 8_192;
const mostHashes = 3_000;

/** A forgetful set holds hashes in a table of bounded size, and forgets them all at once. */
export class ForgetfulSet {
  #counter = new DistinctCounter(bits);
  #count = 0;

  /** What is new stands for so many: the fuller the table, the more of what is new passes for old. */
  get weight(): number {
    return bits / (bits - this.#count);
  }

  /** Adds a hash and tells whether it was new, as far as the table can tell. */
  add(hash: number): boolean {
    if (!this.#counter.add(hash)) return false;
    if (++this.#count >= mostHashes) {
      this.#counter = new DistinctCounter(bits);
      this.#count = 0;
    }
    return true;
  }
}
