import { SlidingTable } from './sliding-table.ts';

/** Hashes that are kept one by one; most of what is counted never has more at once. */
const few = 48;
const slots = 4_096;
/** Steps of a window: what is longer than that in seconds is counted in steps of several. */
const mostSteps = 120;

/**
 * A sliding counter counts different hashes within a window that ends with the newest, wherever it lies on the clock.
 * Exactly while they are few, else by a table of 5 kB, which goes when the window has passed without a hash.
 */
export class SlidingCounter {
  readonly #step: number;
  /** In steps, as all times within. */
  readonly #window: number;
  #hashes: number[] = [];
  #times: number[] = [];
  #table: SlidingTable | undefined;
  #now = 0;

  constructor(windowSeconds: number) {
    this.#step = Math.ceil(windowSeconds / mostSteps);
    this.#window = Math.ceil(windowSeconds / this.#step);
  }

  /**
   * Adds a hash and tells whether it was not in the window, as far as the table can tell. What is older than the window
   * is left out. `seconds` since 1970.
   */
  add(hash: number, seconds: number): boolean {
    const at = this.#step === 1 ? seconds : Math.floor(seconds / this.#step);
    if (at > this.#now) this.#advance(at);
    if (at <= this.#now - this.#window) return false;
    if (this.#table !== undefined) return this.#table.add(hash, at);
    const known = this.#hashes.indexOf(hash);
    if (known !== -1) {
      this.#times[known] = Math.max(this.#times[known]!, at);
      return false;
    }
    this.#hashes.push(hash);
    this.#times.push(at);
    if (this.#hashes.length > few) this.#fillTable();
    return true;
  }

  get estimate(): number {
    return this.#table?.estimate ?? this.#hashes.length;
  }

  #advance(at: number): void {
    if (this.#table === undefined) this.#forget(at - this.#window);
    else if (at - this.#now < this.#window) this.#table.advance(at);
    else this.#table = undefined;
    this.#now = at;
  }

  #forget(until: number): void {
    if (this.#times.every((time) => time > until)) return;
    this.#hashes = this.#hashes.filter((_, index) => this.#times[index]! > until);
    this.#times = this.#times.filter((time) => time > until);
  }

  #fillTable(): void {
    this.#table = new SlidingTable(slots, this.#window, this.#now);
    for (const [index, hash] of this.#hashes.entries()) this.#table.add(hash, this.#times[index]!);
    this.#hashes = [];
    this.#times = [];
  }
}
