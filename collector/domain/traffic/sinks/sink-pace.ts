import type { Clock } from '@sonde/shared/system/clock.ts';

/** Of one processor, all sinks together, while they stand back. */
const share = 0.05;

export interface PaceParts {
  /** Tells whether the processors are wanted by what comes in. */
  readonly isBusy: () => boolean;
  /** Milliseconds that a stored row may wait for that reason. */
  readonly longestDelay: number;
  /** What waits for sinks on disk, and what may, in bytes. */
  readonly journal: { readonly bytes: number };
  readonly maxBytes: number;
  readonly clock: Clock;
}

/**
 * The pace of sinks makes them stand back while what comes in wants the processors: together they take a small share of one, until rows have
 * waited for long or the room for what waits is half full. What waits lies on disk, and is caught up with as soon as it is quieter.
 */
export class SinkPace {
  readonly #parts: PaceParts;
  /** By sink: the time at which it may go on though others want the processors. */
  readonly #restsUntil = new Map<string, number>();

  constructor(parts: PaceParts) {
    this.#parts = parts;
  }

  /** Says whether a sink may take all that waits, a little, or nothing for now; its oldest row was stored at that time. */
  allowance(sink: string, storedAt: number): 'all' | 'little' | 'nothing' {
    const { isBusy, longestDelay, journal, maxBytes, clock } = this.#parts;
    const now = clock.now();
    if (!isBusy() || now - storedAt >= longestDelay || journal.bytes * 2 >= maxBytes) return 'all';
    return now >= (this.#restsUntil.get(sink) ?? 0) ? 'little' : 'nothing';
  }

  /** Notes the milliseconds of processor time that a batch took. */
  spent(sink: string, milliseconds: number): void {
    const others = this.#restsUntil.size + (this.#restsUntil.has(sink) ? 0 : 1);
    this.#restsUntil.set(sink, this.#parts.clock.now() + (milliseconds * others) / share);
  }

  /** Forgets a sink that is no more. */
  forget(sink: string): void {
    this.#restsUntil.delete(sink);
  }
}
