import type { Clock } from '@sonde/shared/system/clock.ts';
import type { SourceOverlap } from './source-overlap.ts';

/** Milliseconds for which a comparison of all sources is believed: it takes seconds of processor time. */
const believed = 600_000;

interface Compared {
  overlaps(nowSeconds: number): Promise<SourceOverlap[]>;
}

/** Feed overlaps compare all loaded sources; the comparison is made when it is asked for and kept for a while. */
export class FeedOverlaps {
  readonly #matcher: Compared;
  readonly #clock: Clock;
  #made: { readonly at: number; readonly overlaps: Promise<SourceOverlap[]> } | undefined;

  constructor(matcher: Compared, clock: Clock) {
    this.#matcher = matcher;
    this.#clock = clock;
  }

  latest(): Promise<SourceOverlap[]> {
    const now = this.#clock.now();
    if (this.#made === undefined || now - this.#made.at > believed) {
      const overlaps = this.#matcher.overlaps(Math.floor(now / 1_000));
      this.#made = { at: now, overlaps };
      overlaps.catch(() => {
        this.#made = undefined;
      });
    }
    return this.#made.overlaps;
  }
}
