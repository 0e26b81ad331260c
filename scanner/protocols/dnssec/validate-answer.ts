import { isBelow } from '@sonde/shared/dns/name-relations.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import type { DnsAnswer } from '../../ports/dns-answer.ts';
import type { SecurityStatus, Validation, ValidationStep } from '../../ports/dns-validation.ts';
import { makesTooLong, synthesisedFrom, targetOfAlias } from './aliases.ts';
import type { ChainOfTrust } from './chain/chain-of-trust.ts';
import { judgeAbsence } from './judge/judge-absence.ts';
import { judgeSet } from './judge/judge-set.ts';
import type { Judged } from './judge/judged.ts';
import { type Rrset, rrsetsOf } from './records/rrset.ts';

const maxAliases = 16;
const severity: readonly SecurityStatus[] = ['secure', 'insecure', 'indeterminate', 'bogus'];
/** The last for a DNAME that makes the name too long (RFC 6672 section 2.2). */
const judgedCodes: readonly number[] = [
  responseCodes.NOERROR,
  responseCodes.NXDOMAIN,
  responseCodes.YXDOMAIN,
];

/**
 * Judges an answer as a validating resolver does (RFC 4035 section 5): every set in it from the question's name on along the
 * aliases, and the denial where they end. The answer is no more secure than the worst of its parts. Undefined if there is
 * no answer to judge.
 */
export async function validateAnswer(
  answer: DnsAnswer,
  chain: ChainOfTrust,
): Promise<Validation | undefined> {
  const { failure, responseCode, question } = answer;
  if (failure !== undefined || responseCode === undefined || !judgedCodes.includes(responseCode)) {
    return undefined;
  }
  const steps: ValidationStep[] = [];
  if (question.type === recordTypes.RRSIG && answer.answer.some(isSignature)) {
    return summary([signaturesThemselves], steps);
  }
  const parts: Judged[] = [];
  const sets = setsOf(answer);
  let name = question.name;
  for (let count = 0; ; count++) {
    const step = await judgeName(name, sets, answer, chain, steps);
    const isAliased = count > 0;
    const isBogus = step.parts.some(({ status }) => status === 'bogus');
    const again =
      isAliased && isBogus ? await judgeApart(name, sets, question.type, chain, steps) : undefined;
    parts.push(...(again ?? step.parts));
    if (step.target === undefined || count >= maxAliases) break;
    name = step.target;
  }
  return summary(parts, steps);
}

const signaturesThemselves: Judged = {
  status: 'insecure',
  message: 'Signatures were asked for, and those are not signed themselves.',
  rule: 'RFC 4035 section 2.2',
};

/** The sets of the answer. Signatures over them count wherever in the message they are. */
function setsOf({ answer, authority, additional }: DnsAnswer): Rrset[] {
  return rrsetsOf([...answer, ...authority.filter(isSignature), ...additional.filter(isSignature)]);
}

function isSignature({ type }: { readonly type: number }): boolean {
  return type === recordTypes.RRSIG;
}

/** What the answer has at a name: the sets asked for, or an alias, or nothing. */
async function judgeName(
  name: string,
  sets: readonly Rrset[],
  answer: DnsAnswer,
  chain: ChainOfTrust,
  steps: ValidationStep[],
): Promise<{ parts: Judged[]; target?: string }> {
  const parts: Judged[] = [];
  const alias = sets.find((set) => set.name === name && set.type === recordTypes.CNAME);
  const redirect = sets.find((set) => set.type === recordTypes.DNAME && isBelow(name, set.name));
  const here = sets.filter((set) => set.name === name && isAskedFor(set, answer.question.type));
  for (const set of here) {
    const isMade = set === alias && redirect !== undefined && synthesisedFrom(redirect, set);
    parts.push(await judgeSet(isMade ? redirect : set, answer, chain, steps));
  }
  if (here.length > 0) return { parts };
  if (redirect !== undefined) parts.push(await judgeSet(redirect, answer, chain, steps));
  if (redirect !== undefined && answer.responseCode === responseCodes.YXDOMAIN) {
    if (makesTooLong(redirect, name)) return { parts };
  }
  const isSynthesised = alias !== undefined && redirect !== undefined && synthesisedFrom(redirect, alias);
  if (alias !== undefined && !isSynthesised) parts.push(await judgeSet(alias, answer, chain, steps));
  const target = alias && targetOfAlias(alias);
  if (target !== undefined) return { parts, target };
  return { parts: [...parts, await judgeAbsence(name, answer, chain, steps)] };
}

/**
 * The target of an alias by an answer of its own: some servers follow an alias, but leave out the proofs for its target.
 * Counts only if it is the same data.
 */
async function judgeApart(
  name: string,
  sets: readonly Rrset[],
  type: number,
  chain: ChainOfTrust,
  steps: ValidationStep[],
): Promise<Judged[] | undefined> {
  const own = await chain.lookUp(name, type);
  const dataOf = (from: readonly Rrset[]) =>
    from
      .filter((set) => set.name === name)
      .flatMap((set) => set.records.map((record) => `${record.type} ${record.text}`))
      .toSorted()
      .join('\n');
  const isSame = own.failure === undefined && dataOf(setsOf(own)) === dataOf(sets);
  return isSame ? (await judgeName(name, setsOf(own), own, chain, steps)).parts : undefined;
}

function isAskedFor(set: Rrset, type: number): boolean {
  return set.type === type || type === recordTypes.ANY;
}

function summary(parts: readonly Judged[], steps: readonly ValidationStep[]): Validation {
  const worst = parts.toSorted(
    (one, other) => severity.indexOf(other.status) - severity.indexOf(one.status),
  )[0]!;
  const { status, message, code } = worst;
  return {
    status,
    message,
    ...(code === undefined ? {} : { extendedError: { code, text: message } }),
    steps,
  };
}
