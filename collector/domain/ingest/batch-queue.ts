import type { SpooledBatch } from '../../ports/ingest/batch-spool.ts';

/** A group is full when it has this many bytes or batches; rows then cost the engine a quarter of what few of them do. */
export const fullBytes = 48 * 1024 * 1024;
const fullBatches = 1_000;
/** A group waits for company: for this long, and for this long where more than a little keeps coming. */
const shortWait = 500;
const longWait = 2_000;
const muchBytes = 1024 * 1024;
/** Milliseconds without another batch after which nothing is believed to keep coming. */
const silence = 250;

/**
 * Batches that wait for a group. While little comes, a group is small and soon stored; under pressure it grows, since
 * every insert costs the engine as much as some thirty thousand rows, however few it has.
 */
export class BatchQueue {
  #batches: SpooledBatch[] = [];
  #bytes = 0;
  #firstAt = 0;
  #lastAt = 0;

  get length(): number {
    return this.#batches.length;
  }

  /** `now` in milliseconds of any clock that only moves forward. */
  add(batches: readonly SpooledBatch[], now: number): void {
    if (this.#batches.length === 0) this.#firstAt = now;
    this.#lastAt = now;
    for (const batch of batches) {
      this.#batches.push(batch);
      this.#bytes += batch.bytes;
    }
  }

  /** Puts batches back to where they were taken from. */
  putBack(batches: readonly SpooledBatch[], now: number): void {
    this.#firstAt = now;
    this.#batches = [...batches, ...this.#batches];
    for (const batch of batches) this.#bytes += batch.bytes;
  }

  /** Milliseconds until the next group is to be begun: 0 where that is now, infinite where there is nothing for it. */
  dueIn(now: number): number {
    if (this.#batches.length === 0) return Number.POSITIVE_INFINITY;
    if (this.#bytes >= fullBytes || this.#batches.length >= fullBatches) return 0;
    const early = this.#firstAt + shortWait;
    const late = this.#firstAt + longWait;
    const due = this.#bytes < muchBytes ? early : Math.min(late, Math.max(early, this.#lastAt + silence));
    return Math.max(0, due - now);
  }

  /** Removes the first batches, up to the bounds of a group: one at least, and no more once they have that many bytes. */
  take(now: number, mostBytes = fullBytes): SpooledBatch[] {
    let bytes = 0;
    let count = 0;
    while (count < this.#batches.length && count < fullBatches && (count === 0 || bytes < mostBytes))
      bytes += this.#batches[count++]!.bytes;
    this.#bytes -= bytes;
    this.#firstAt = now;
    return this.#batches.splice(0, count);
  }
}
