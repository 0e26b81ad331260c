/**
 * The loss estimate estimates the frames that were lost on the way to us: resolvers drop them without a word. What the
 * resolver counted between two moments, less the queries of that time whose frames came, twice that, as each makes two
 * frames.
 */
export class LossEstimate {
  #last: { readonly queries: number; readonly frames: number } | undefined;
  #missing = 0;
  #compared = 0;
  restarts = 0;

  /** Compares since the call before; the first one, and one after a restart of the resolver, only begins. */
  add(queries: number, frames: number): void {
    const last = this.#last;
    this.#last = { queries, frames };
    if (last === undefined) return;
    if (queries < last.queries) {
      this.restarts += 1;
      return;
    }
    this.#compared += queries - last.queries;
    this.#missing += queries - last.queries - (frames - last.frames);
  }

  /** Queries of the time that could be compared. */
  get compared(): number {
    return this.#compared;
  }

  /** Single queries that fall on the wrong side of a moment come back at the next one, so that the sum is what counts. */
  get lostFrames(): number {
    return 2 * Math.max(0, this.#missing);
  }
}
