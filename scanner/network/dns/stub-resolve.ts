import type { DnsAnswer, DnsQuestion } from '../../ports/dns-answer.ts';
import { askPatiently, type QuestionParts } from './exchange/patient-question.ts';
import { followAliases, settles } from './iterate/follow-aliases.ts';
import { failedAnswer } from './message/answer-of.ts';

/**
 * Lets one of these resolvers find the answer, without its own validation (CD, RFC 4035 section 3.2.2): what it would hold
 * back is what we want to see and judge.
 */
export async function resolveByStub(
  parts: QuestionParts,
  resolvers: readonly string[],
  question: DnsQuestion,
): Promise<DnsAnswer> {
  const answer = await askResolvers(parts, resolvers, question);
  return answer.failure === undefined ? completed(answer, parts, resolvers) : answer;
}

/** Some stop at an alias: then its target is asked for, once, and the pieces put together. */
async function completed(
  answer: DnsAnswer,
  parts: QuestionParts,
  resolvers: readonly string[],
): Promise<DnsAnswer> {
  const { question } = answer;
  const { target, isLoop } = followAliases(answer.answer, question.name, question.type);
  if (target === question.name || isLoop || settles(answer, target, question.type)) return answer;
  const rest = await askResolvers(parts, resolvers, { name: target, type: question.type });
  if (rest.failure !== undefined) return answer;
  return {
    ...rest,
    question,
    answer: [...answer.answer, ...rest.answer],
    authority: [...answer.authority, ...rest.authority],
  };
}

async function askResolvers(
  parts: QuestionParts,
  resolvers: readonly string[],
  question: DnsQuestion,
): Promise<DnsAnswer> {
  let last = failedAnswer(question, { failure: 'lame', failureMessage: 'No resolver is set.' });
  // Twice around, since a packet may get lost.
  for (const resolver of [...resolvers, ...resolvers]) {
    last = await askPatiently(parts, resolver, question, {
      recursionDesired: true,
      checkingDisabled: true,
      mixedCase: false,
    });
    if (isFinal(last)) return last;
    if (last.failure === undefined && (last.responseCode === 0 || last.responseCode === 3)) return last;
  }
  if (last.failure !== undefined) return last;
  return {
    ...failedAnswer(question, {
      failure: 'lame',
      failureMessage: `${last.server} answered with response code ${last.responseCode}.`,
      server: last.server,
    }),
    extendedErrors: last.extendedErrors,
  };
}

function isFinal({ failure }: DnsAnswer): boolean {
  return failure === 'budget' || failure === 'refused_by_policy' || failure === 'outside_dns';
}
