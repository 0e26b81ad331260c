import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '@sonde/shared/system/clock.ts';

/**
 * A question pace lets so many questions out a second, one after the other: what is saved up in quiet times is at most
 * a tenth of a second's.
 */
export class QuestionPace {
  readonly #perMillisecond: number;
  readonly #clock: Clock;
  /** When the next may go. */
  #next = 0;

  constructor(perSecond: number, clock: Clock) {
    this.#perMillisecond = perSecond / 1_000;
    this.#clock = clock;
  }

  /** Waits until so many may go; less if `signal` aborts. */
  async take(questions: number, signal: AbortSignal): Promise<void> {
    const now = this.#clock.now();
    const begin = Math.max(now - 100, this.#next);
    this.#next = begin + questions / this.#perMillisecond;
    const wait = begin - now;
    if (wait > 1) await delay(wait, undefined, { signal }).catch(() => undefined);
  }
}
