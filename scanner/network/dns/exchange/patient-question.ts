import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import type { DnsAnswer, DnsQuestion } from '../../../ports/dns-answer.ts';
import type { AskOptions } from '../../../ports/dns-resolution.ts';
import type { Spending } from '../budget.ts';
import { failedAnswer } from '../message/answer-of.ts';
import type { Exchanger } from './exchanger.ts';

/** An outside function tells why the DNS is not asked for a name; undefined if it may be. */
export type Outside = (name: string) => string | undefined;

export interface QuestionParts {
  /** Every question goes through it, whoever asks. */
  readonly outside: Outside;
  readonly exchanger: Exchanger;
  readonly spending: Spending;
  readonly timeoutMilliseconds: number;
}

/** Asks one question, paid from the scan's budget. */
export async function askOnce(
  { exchanger, spending, timeoutMilliseconds, outside }: QuestionParts,
  server: string,
  question: DnsQuestion,
  options: AskOptions,
): Promise<DnsAnswer> {
  const refused = refusedOutside(question, outside);
  if (refused !== undefined) return refused;
  if (exchanger.permits(server) && !spending.take()) {
    return failedAnswer(question, {
      failure: 'budget',
      failureMessage: 'The scan has spent its questions or its time.',
      server,
    });
  }
  const signal =
    options.signal === undefined ? spending.signal : AbortSignal.any([options.signal, spending.signal]);
  const answer = await exchanger.exchange(server, question, { ...options, timeoutMilliseconds, signal });
  return spending.signal.aborted && answer.failure === 'timeout' ? { ...answer, failure: 'budget' } : answer;
}

/**
 * Asks one question of one server as a resolver does: again over TCP if the answer was cut or odd, and without EDNS if
 * the server does not know that (RFC 6891 section 7).
 */
export async function askPatiently(
  parts: QuestionParts,
  server: string,
  question: DnsQuestion,
  options: AskOptions = {},
): Promise<DnsAnswer> {
  const first = await askOnce(parts, server, question, { mixedCase: true, ...options });
  if (first.failure === 'malformed' || first.truncated) {
    const again = await askOnce(parts, server, question, { ...options, transport: 'tcp' });
    if (again.failure === undefined) return again;
    // The first answer says more than that TCP did not help.
    if (first.failure !== undefined) return first;
    return { ...again, failureMessage: tcpTrouble(again) };
  }
  const code = first.responseCode;
  const knowsNoEdns =
    first.edns === undefined && (code === responseCodes.FORMERR || code === responseCodes.NOTIMP);
  if (!knowsNoEdns) return first;
  return askOnce(parts, server, question, { ...options, edns: false, dnssecOk: false });
}

function tcpTrouble(answer: DnsAnswer): string {
  return `The answer did not fit UDP, and over TCP: ${answer.failureMessage}`;
}

/** Answers a question that the DNS must not be asked, in its place; undefined if the DNS may be asked. */
export function refusedOutside(question: DnsQuestion, outside: Outside): DnsAnswer | undefined {
  const failureMessage = outside(question.name);
  return failureMessage === undefined
    ? undefined
    : failedAnswer(question, { failure: 'outside_dns', failureMessage });
}
