const latest = 255;

/**
 * A sliding table counts hashes over a window that moves, by linear counting (Whang, Vander-Zanden and Taylor, 1990):
 * in place of a bit each slot has the second (or longer step of time) in which one of its hashes was last seen. Within
 * a few per cent up to twice as many hashes as it has slots.
 */
export class SlidingTable {
  readonly #window: number;
  /** Seconds after `#base`; 0 for never. */
  readonly #slots: Uint8Array;
  /** For each of these seconds, the number of slots within the window that have it. */
  readonly #bySecond = new Uint16Array(latest + 1);
  #base: number;
  #now: number;
  #set = 0;

  /** `size` is a power of two, `window` 120 seconds (or steps) at most, `now` in the same from any time on. */
  constructor(size: number, window: number, now: number) {
    this.#slots = new Uint8Array(size);
    this.#window = window;
    this.#now = now;
    this.#base = now - window;
  }

  /** Adds a hash and tells whether it was new; `at` is within the window. */
  add(hash: number, at: number): boolean {
    const slot = hash & (this.#slots.length - 1);
    const before = this.#slots[slot]!;
    const second = at - this.#base;
    const isNew = before <= this.#now - this.#window - this.#base;
    if (!isNew && second <= before) return false;
    if (isNew) this.#set++;
    else this.#bySecond[before]!--;
    this.#slots[slot] = second;
    this.#bySecond[second]!++;
    return isNew;
  }

  get estimate(): number {
    const size = this.#slots.length;
    return Math.round(-size * Math.log(Math.max(1, size - this.#set) / size));
  }

  /** Moves the window's end; `to` is later than that, and by less than the window. */
  advance(to: number): void {
    const start = to - this.#window - this.#base;
    for (let second = this.#now - this.#window - this.#base + 1; second <= start; second++) {
      this.#set -= this.#bySecond[second]!;
      this.#bySecond[second] = 0;
    }
    this.#now = to;
    if (to - this.#base > latest) this.#rebase(start);
  }

  #rebase(by: number): void {
    for (let slot = 0; slot < this.#slots.length; slot++)
      this.#slots[slot] = Math.max(0, this.#slots[slot]! - by);
    this.#bySecond.copyWithin(0, by);
    this.#bySecond.fill(0, this.#bySecond.length - by);
    this.#base += by;
  }
}
