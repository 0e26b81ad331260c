import type { DnsAnswer, DnsQuestion } from '../../../ports/dns-answer.ts';
import { failedAnswer } from '../message/answer-of.ts';
import { followAliases, settles } from './follow-aliases.ts';
import type { IterativeLookup } from './iterative-lookup.ts';

const maxHops = 12;

/** Resolves from zone to zone as the aliases lead, and puts the pieces together into one answer. */
export async function resolveIteratively(lookup: IterativeLookup, question: DnsQuestion): Promise<DnsAnswer> {
  const pieces: DnsAnswer[] = [];
  const seen = new Set<string>();
  let name = question.name;
  for (let hop = 0; hop < maxHops; hop++) {
    if (seen.has(name)) return tooLong(question, pieces, 'The aliases lead in a circle.');
    seen.add(name);
    const { answer } = await lookup.lookUp(name, question.type);
    if (answer.failure !== undefined)
      return { ...joined(question, [...pieces, answer]), ...failureOf(answer) };
    pieces.push(answer);
    const { target, isLoop } = followAliases(answer.answer, name, question.type);
    if (isLoop) return tooLong(question, pieces, 'The aliases lead in a circle.');
    if (target === name || settles(answer, target, question.type)) return joined(question, pieces);
    name = target;
  }
  return tooLong(question, pieces, `There are more than ${maxHops} aliases after each other.`);
}

function failureOf({ failure, failureMessage, extendedErrors }: DnsAnswer): Partial<DnsAnswer> {
  return { failure, failureMessage, responseCode: undefined, answer: [], authority: [], extendedErrors };
}

function tooLong(question: DnsQuestion, pieces: readonly DnsAnswer[], failureMessage: string): DnsAnswer {
  const milliseconds = pieces.reduce((sum, piece) => sum + piece.milliseconds, 0);
  return failedAnswer(question, { failure: 'too_long_a_chain', failureMessage, milliseconds });
}

function joined(question: DnsQuestion, pieces: readonly DnsAnswer[]): DnsAnswer {
  const last = pieces.at(-1)!;
  if (pieces.length === 1) return { ...last, question };
  return {
    ...last,
    question,
    authoritative: false,
    answer: pieces.flatMap((piece) => piece.answer),
    authority: pieces.flatMap((piece) => piece.authority),
    server: '',
    milliseconds: pieces.reduce((sum, piece) => sum + piece.milliseconds, 0),
    size: pieces.reduce((sum, piece) => sum + piece.size, 0),
  };
}
