/** A sample budget says how many of a kind are kept: so many at once, and so many a second by the messages' clock. */
export class SampleBudget {
  readonly #perSecond: number;
  readonly #atOnce: number;
  #left: number;
  #filledAt = 0;

  constructor(perSecond: number, atOnce: number) {
    this.#perSecond = perSecond;
    this.#atOnce = atOnce;
    this.#left = atOnce;
  }

  /** Tells whether one more is kept at this time, in microseconds. A clock that is put back fills nothing. */
  take(microseconds: number): boolean {
    const gained = ((microseconds - this.#filledAt) / 1e6) * this.#perSecond;
    this.#filledAt = microseconds;
    this.#left = Math.min(this.#atOnce, this.#left + Math.max(0, gained));
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
