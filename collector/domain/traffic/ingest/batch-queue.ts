import type { SpooledBatch } from '../../../ports/ingest/batch-spool.ts';

/** A group is full when it has this many bytes or batches; rows then cost the engine a quarter of what few of them do. */
export const fullBytes = 48 * 1024 * 1024;
const fullBatches = 1_000;
/** A group waits for company, in milliseconds: for that which comes at the same time. */
const shortWait = 250;
/** Between the beginnings of groups: of small ones, and of others. */
const smallSpacing = 1_000;
const spacing = 3_000;
const smallBytes = 64 * 1024;
/** So much came in bulk: milliseconds without another batch then mean that all of it is here. */
const bulkBytes = 8 * 1024 * 1024;
const silence = 250;

/**
 * A batch queue holds batches that wait for a group. If nothing was stored lately, what comes is stored at once. While
 * more keeps coming, groups begin seconds apart: every insert costs the engine as much as some thirty thousand rows,
 * however few it has, and is in the way of questions.
 */
export class BatchQueue {
  #batches: SpooledBatch[] = [];
  #bytes = 0;
  #firstAt = 0;
  #lastAt = 0;
  #begunAt = Number.NEGATIVE_INFINITY;

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
    this.#begunAt = Number.NEGATIVE_INFINITY;
    this.#batches = [...batches, ...this.#batches];
    for (const batch of batches) this.#bytes += batch.bytes;
  }

  /** Milliseconds until the next group is to be begun: 0 if that is now, infinite if there is nothing for it. */
  dueIn(now: number): number {
    if (this.#batches.length === 0) return Number.POSITIVE_INFINITY;
    if (this.#bytes >= fullBytes || this.#batches.length >= fullBatches) return 0;
    const early = this.#firstAt + shortWait;
    const spaced = this.#begunAt + (this.#bytes < smallBytes ? smallSpacing : spacing);
    const silent = this.#bytes < bulkBytes ? Number.POSITIVE_INFINITY : this.#lastAt + silence;
    const due = Math.max(early, Math.min(spaced, silent));
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
    this.#begunAt = now;
    return this.#batches.splice(0, count);
  }
}
