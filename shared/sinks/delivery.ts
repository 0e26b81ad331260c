import { createHash } from 'node:crypto';
import { type BatchSize, DeliveryError } from './define-sink.ts';

/** The usual size is that of one delivery, unless the sink's kind wants another. */
export const usualSize: BatchSize = { records: 2_000, characters: 2 * 1024 * 1024, files: 64, wait: 0 };

/** Milliseconds that a receiver may take for one delivery. */
export const deliveryTime = 60_000;

/** Milliseconds between attempts: doubled from the first to the longest; a receiver may ask for more. */
const firstPause = 1_000;
const longestPause = 60_000;
const longestAskedFor = 600_000;

/** A retry pause is the time until a sink that took nothing is tried again, in milliseconds. */
export class RetryPause {
  readonly #first: number;
  #next: number;

  constructor(first = firstPause) {
    this.#first = first;
    this.#next = first;
  }

  /** Gives the pause after an attempt that failed so, never less than the receiver asks for; the next one is twice as long. */
  after(error: unknown): number {
    const asked = error instanceof DeliveryError ? (error.retryAfterMilliseconds ?? 0) : 0;
    const pause = Math.max(this.#next, Math.min(asked, longestAskedFor));
    this.#next = Math.min(this.#next * 2, longestPause);
    return pause;
  }

  /** Begins anew with the first pause: the sink takes what it is given. */
  reset(): void {
    this.#next = this.#first;
  }
}

/** Says which delivery it is: the same sink, from the same record to the same. */
export function deliveryKey(sink: string, first: string, last: string): string {
  return createHash('sha256').update(`${sink}\n${first}\n${last}`).digest('hex').slice(0, 32);
}
