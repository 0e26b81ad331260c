import { isAtOrBelow } from '@sonde/shared/dns/name-relations.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import type { DnsAnswer, DnsQuestion } from '../../../ports/dns-answer.ts';
import type { ServerSpeeds } from '../cache/server-speeds.ts';
import { askPatiently, type QuestionParts } from '../exchange/patient-question.ts';
import { afterReading } from '../exchange/time-limit.ts';
import { failedAnswer } from '../message/answer-of.ts';
import { readReferral } from './zone-cut.ts';

/** How long one server may keep us before another one is asked as well. */
const patienceMilliseconds = 400;
const maxAttempts = 8;
/** Each of the root's addresses is many servers already. */
const maxRootAttempts = 5;
/** What comes in the authority section if there is nothing to answer (RFC 2308 section 2, RFC 4035 section 3.1.3). */
const negatives: readonly number[] = [recordTypes.SOA, recordTypes.NSEC, recordTypes.NSEC3];

export interface AskZoneParts extends QuestionParts {
  readonly speeds: ServerSpeeds;
}

/**
 * Asks the servers of a zone until one gives an answer of use: the fastest first, the next one when that fails or takes
 * long, without giving the first one up. A lone server that is silent is asked twice, since packets get lost.
 */
export async function askZone(
  parts: AskZoneParts,
  zone: string,
  addresses: readonly string[],
  question: DnsQuestion,
): Promise<DnsAnswer> {
  const order = parts.speeds.sorted(addresses.filter((address) => parts.exchanger.permits(address)));
  if (order.length === 0) return refused(question, zone, addresses);
  const attempts = (order.length === 1 ? [...order, ...order] : order).slice(
    0,
    zone === '.' ? maxRootAttempts : maxAttempts,
  );
  const found = Promise.withResolvers<DnsAnswer>();
  const useless: DnsAnswer[] = [];
  const running = new Set<Promise<void>>();
  let over = false;
  void found.promise.then(() => {
    over = true;
  });
  for (const server of attempts) {
    if (over || parts.spending.isOver) break;
    const attempt = askPatiently(parts, server, question).then((answer) => {
      parts.speeds.note(server, answer.failure === undefined ? answer.milliseconds : 'silent');
      if (isOfUse(answer, zone)) found.resolve(answer);
      else useless.push(answer);
    });
    running.add(attempt);
    void attempt.then(() => running.delete(attempt));
    await sooner(patienceMilliseconds, [found.promise, attempt]);
  }
  void Promise.all(running).then(() => {
    found.resolve(useless.find(isLastResort) ?? noneOfUse(question, zone, useless));
  });
  return found.promise;
}

/** Waits until one of them is there or the time is over, and leaves no timer behind. */
async function sooner(milliseconds: number, promises: readonly Promise<unknown>[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = afterReading(milliseconds, resolve);
  await Promise.race([...promises, promise]);
  clearTimeout(timer);
}

/** Whether it answers, says that there is nothing, or refers further down. */
function isOfUse(answer: DnsAnswer, zone: string): boolean {
  const { failure, responseCode, authority } = answer;
  if (failure !== undefined) return false;
  // A name that a DNAME makes too long is an answer as well (RFC 6672 section 2.2).
  if (responseCode === responseCodes.YXDOMAIN) return answer.answer.length > 0;
  if (responseCode !== responseCodes.NOERROR && responseCode !== responseCodes.NXDOMAIN) return false;
  if (answer.authoritative) return true;
  if (readReferral(answer, answer.question.name, zone) !== undefined) return true;
  // Some forget the flag; but a referral up or to itself is none, and neither is an answer of a resolver.
  const speaksOfZone = authority.some(
    ({ name, type }) => negatives.includes(type) && isAtOrBelow(name, zone) && zone !== '.',
  );
  return speaksOfZone && !answer.recursionAvailable;
}

/** Without authority, but with something to say: better than nothing, if no server of the zone says that it has authority. */
function isLastResort({ failure, responseCode, answer, recursionAvailable }: DnsAnswer): boolean {
  if (failure !== undefined) return false;
  if (responseCode === responseCodes.NXDOMAIN) return answer.length > 0 || !recursionAvailable;
  return responseCode === responseCodes.NOERROR && answer.length > 0;
}

function noneOfUse(question: DnsQuestion, zone: string, answers: readonly DnsAnswer[]): DnsAnswer {
  const [first] = answers;
  const over = answers.find((answer) => answer.failure === 'budget');
  if (over !== undefined || first === undefined) {
    const failureMessage = 'The scan has spent its questions or its time.';
    return failedAnswer(question, { failure: 'budget', failureMessage });
  }
  const reasons = [...new Set(answers.map((answer) => `${answer.server}: ${reasonOf(answer)}`))];
  const failures = new Set(answers.map((answer) => answer.failure ?? 'lame'));
  // Of several reasons the one of a server that at least answered.
  const failure = failures.size === 1 ? (first.failure ?? 'lame') : failures.has('lame') ? 'lame' : 'timeout';
  return {
    ...failedAnswer(question, {
      failure,
      failureMessage: `No server of ${zone} gave an answer of use (${reasons.join(' ')})`,
      server: first.server,
    }),
    extendedErrors: answers.flatMap((answer) => answer.extendedErrors),
  };
}

function reasonOf(answer: DnsAnswer): string {
  if (answer.failure !== undefined) return answer.failureMessage ?? answer.failure;
  if (answer.responseCode === responseCodes.NOERROR) return 'not authoritative.';
  return `response code ${answer.responseCode}.`;
}

function refused(question: DnsQuestion, zone: string, addresses: readonly string[]): DnsAnswer {
  const failure = addresses.length === 0 ? 'lame' : 'refused_by_policy';
  const failureMessage =
    addresses.length === 0
      ? `No address is known of any server of ${zone}.`
      : `The servers of ${zone} are at addresses that must not be asked: ${addresses.slice(0, 4).join(', ')}.`;
  return failedAnswer(question, { failure, failureMessage });
}
