import type { DnsAnswer, DnsQuestion } from '../../../ports/scans/dns-answer.ts';
import type { Clock } from '../../../ports/system/clock.ts';
import { failedAnswer } from '../message/answer-of.ts';

/** Milliseconds for which the root is not asked again after none of its servers answered. */
const lastsMilliseconds = 10_000;

/**
 * Remembers for a while that no root server answers. Those always do, so that a machine without a way to them has none to anybody:
 * it is told so at once, rather than after each of a scan's questions has waited for each server.
 */
export class RootSilence {
  readonly #clock: Clock;
  #until = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What there is to say to a question while it lasts. */
  answerTo(question: DnsQuestion): DnsAnswer | undefined {
    if (this.#clock.now() >= this.#until) return undefined;
    const failureMessage = 'No root server answers: there seems to be no way into the DNS from here.';
    return failedAnswer(question, { failure: 'unreachable', failureMessage });
  }

  /** Takes note of what came of asking several of them. */
  note({ failure }: DnsAnswer): void {
    const isSilent = failure === 'timeout' || failure === 'unreachable';
    if (isSilent) this.#until = this.#clock.now() + lastsMilliseconds;
    else if (failure === undefined) this.#until = 0;
  }
}
