import type { Clock } from '@sonde/shared/system/clock.ts';
import type { DnsAnswer, DnsQuestion } from '../../../ports/dns-answer.ts';
import { failedAnswer } from '../message/answer-of.ts';

/** Milliseconds for which the root is not asked again after none of its servers gave an answer of use. */
const lastsMilliseconds = 10_000;

const silent = 'No root server answers: there seems to be no way into the DNS from here.';
const replaced =
  'The root servers cannot be reached: another server on the way answers in their place. Resolvers can be asked instead (SONDE_RESOLVERS).';
const reasons = new Map<DnsAnswer['failure'], string>([
  ['timeout', silent],
  ['unreachable', silent],
  ['lame', replaced],
]);

/**
 * The root silence remembers for a while that no root server answers, or that another server does in their place. They
 * always answer, and for themselves, so that a machine without a way to them has none to anybody: it is told so at
 * once, rather than after each of a scan's questions has waited for each server.
 */
export class RootSilence {
  readonly #clock: Clock;
  #until = 0;
  #reason = '';

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Answers a question while the silence lasts. */
  answerTo(question: DnsQuestion): DnsAnswer | undefined {
    if (this.#clock.now() >= this.#until) return undefined;
    return failedAnswer(question, { failure: 'unreachable', failureMessage: this.#reason });
  }

  /** Takes note of what came of asking several of them. */
  note({ failure }: DnsAnswer): void {
    if (failure === undefined) this.#until = 0;
    const reason = failure === undefined ? undefined : reasons.get(failure);
    if (reason === undefined) return;
    this.#until = this.#clock.now() + lastsMilliseconds;
    this.#reason = reason;
  }
}
