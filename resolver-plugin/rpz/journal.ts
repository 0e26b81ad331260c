import type { RpzAnswer } from '@sonde/shared/policy/rpz-answer.ts';

export type ZoneEntry = readonly [owner: string, answer: RpzAnswer];

/** A zone step is the step from one serial to the next. */
export interface ZoneStep {
  readonly from: number;
  readonly to: number;
  readonly removed: readonly ZoneEntry[];
  readonly added: readonly ZoneEntry[];
}

export interface JournalLimits {
  /** Steps kept at most. */
  readonly steps: number;
  /** Entries removed and added in all steps together, at most. */
  readonly entries: number;
}

/**
 * A journal holds the latest steps of a zone, from which IXFR is answered (RFC 1995). What does not fit is forgotten,
 * the oldest first.
 */
export class Journal {
  readonly #limits: JournalLimits;
  readonly #steps: ZoneStep[] = [];
  #entries = 0;

  constructor(limits: JournalLimits = { steps: 2_000, entries: 200_000 }) {
    this.#limits = limits;
  }

  add(step: ZoneStep): void {
    this.#steps.push(step);
    this.#entries += sizeOf(step);
    while (this.#steps.length > this.#limits.steps || this.#entries > this.#limits.entries) {
      this.#entries -= sizeOf(this.#steps.shift()!);
    }
  }

  /** Forgets all steps, so that none seems to lead to now across one that is not kept. */
  clear(): void {
    this.#steps.length = 0;
    this.#entries = 0;
  }

  /** Returns the steps that lead from a serial to now; undefined if they are not (all) kept. */
  since(serial: number): readonly ZoneStep[] | undefined {
    const index = this.#steps.findIndex((step) => step.from === serial);
    return index < 0 ? undefined : this.#steps.slice(index);
  }
}

export function sizeOf(step: ZoneStep): number {
  return step.removed.length + step.added.length;
}
