import { isAtOrBelow, isBelow, parentName } from '@sonde/shared/dns/name-relations.ts';
import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import type { DnsAnswer, SecurityStatus } from '../../ports/scans/dns-answer.ts';
import type { Validation, ValidationStep } from '../../ports/scans/dns-validation.ts';
import { synthesisedFrom, targetOfAlias } from './aliases.ts';
import type { ChainOfTrust } from './chain/chain-of-trust.ts';
import { denialSets, deny } from './chain/deny.ts';
import type { ZoneTrust } from './chain/zone-trust.ts';
import { verifySet } from './crypto/verify-set.ts';
import { type Rrset, rrsetsOf } from './records/rrset.ts';

const maxAliases = 16;
const severity: readonly SecurityStatus[] = ['secure', 'insecure', 'indeterminate', 'bogus'];

/** A part of the answer, judged. */
interface Judged {
  readonly status: SecurityStatus;
  readonly message: string;
  readonly rule: string;
  readonly code?: number;
}

/**
 * Judges an answer as a validating resolver does (RFC 4035 section 5): every set in it from the question's name on along the
 * aliases, and the denial where they end. The answer is no more secure than the worst of its parts. Undefined where there is
 * no answer to judge.
 */
export async function validateAnswer(
  answer: DnsAnswer,
  chain: ChainOfTrust,
): Promise<Validation | undefined> {
  const { failure, responseCode, question } = answer;
  const isJudged = responseCode === responseCodes.NOERROR || responseCode === responseCodes.NXDOMAIN;
  if (failure !== undefined || !isJudged) return undefined;
  const steps: ValidationStep[] = [];
  const parts: Judged[] = [];
  const sets = rrsetsOf(answer.answer);
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

/** What the answer has at a name: the sets asked for, or an alias, or nothing. */
async function judgeName(
  name: string,
  sets: readonly Rrset[],
  answer: DnsAnswer,
  chain: ChainOfTrust,
  steps: ValidationStep[],
): Promise<{ parts: Judged[]; target?: string }> {
  const parts: Judged[] = [];
  const here = sets.filter((set) => set.name === name && isAskedFor(set, answer.question.type));
  for (const set of here) parts.push(await judgeSet(set, answer, chain, steps));
  if (here.length > 0) return { parts };
  const alias = sets.find((set) => set.name === name && set.type === recordTypes.CNAME);
  const redirect = sets.find((set) => set.type === recordTypes.DNAME && isBelow(name, set.name));
  if (redirect !== undefined) parts.push(await judgeSet(redirect, answer, chain, steps));
  const isSynthesised = alias !== undefined && redirect !== undefined && synthesisedFrom(redirect, alias);
  if (alias !== undefined && !isSynthesised) parts.push(await judgeSet(alias, answer, chain, steps));
  const target = alias && targetOfAlias(alias);
  if (target !== undefined) return { parts, target };
  return { parts: [...parts, await judgeAbsence(name, answer, chain, steps)] };
}

/**
 * The target of an alias by an answer of its own: some servers follow an alias, but leave out the proofs for its target.
 * Counts only where it is the same data.
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
  const isSame = own.failure === undefined && dataOf(rrsetsOf(own.answer)) === dataOf(sets);
  return isSame ? (await judgeName(name, rrsetsOf(own.answer), own, chain, steps)).parts : undefined;
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

async function judgeSet(
  set: Rrset,
  answer: DnsAnswer,
  chain: ChainOfTrust,
  steps: ValidationStep[],
): Promise<Judged> {
  const subject = `${set.name} ${recordTypeName(set.type)}`;
  const judged = await judgeSignatures(set, answer, chain, steps);
  const zone = set.signatures[0]?.signer ?? set.name;
  steps.push({ zone, subject, status: judged.status, message: judged.message, rule: judged.rule });
  return judged;
}

async function judgeSignatures(
  set: Rrset,
  answer: DnsAnswer,
  chain: ChainOfTrust,
  steps: ValidationStep[],
): Promise<Judged> {
  const above = set.type === recordTypes.DS ? (parentName(set.name) ?? '.') : set.name;
  const signer = set.signatures.find((signature) => isAtOrBelow(above, signature.signer))?.signer;
  const trust = await chain.trustOf(signer ?? above, steps);
  if (trust.status !== 'secure') return trust;
  if (signer !== undefined && trust.zone !== signer) {
    const message = `${set.name} is signed by ${signer}, which is no zone.`;
    return { status: 'bogus', message, rule: 'RFC 4035 section 5.3.1', code: 6 };
  }
  const verified = verifySet(set, trust.zone, trust.keys, chain.context);
  if (!('key' in verified)) return { status: 'bogus', ...verified };
  const secure: Judged = {
    status: 'secure',
    message: `Key ${verified.key.keyTag} of ${trust.zone} signed ${set.name} ${recordTypeName(set.type)}.`,
    rule: 'RFC 4035 section 5.3',
  };
  if (verified.fromWildcard && set.type === recordTypes.DNAME) {
    const message = `${set.name} DNAME came out of a wildcard, which no DNAME may.`;
    return { status: 'bogus', message, rule: 'RFC 4592 section 4.4', code: 6 };
  }
  return verified.fromWildcard
    ? judgeWildcard(set, verified.signature.labels, answer, trust, chain, secure)
    : secure;
}

/** A set out of a wildcard counts only where nothing closer is there (RFC 4035 section 5.3.4). */
function judgeWildcard(
  set: Rrset,
  labels: number,
  answer: DnsAnswer,
  trust: ZoneTrust,
  chain: ChainOfTrust,
  secure: Judged,
): Judged {
  const denied = { name: set.name, type: set.type, zone: trust.zone };
  const { proof, reason } = deny(answer, denied, trust, chain.context, { kind: 'wildcard', labels });
  if (proof.shows === 'nothing') return { status: 'bogus', ...reason };
  return proof.shows === 'too costly' || proof.shows === 'unsigned delegation'
    ? { status: 'insecure', message: proof.message, rule: 'RFC 9276 section 3.2', code: 27 }
    : withOptOut(secure, proof.optOut, 'RFC 5155 section 9.2');
}

function withOptOut(secure: Judged, optOut: boolean, rule: string): Judged {
  if (!optOut) return secure;
  return {
    status: 'insecure',
    message: 'The proof goes through a span of opt-out, which proves nothing.',
    rule,
  };
}

/** Nothing is there: the zone has to show that. */
async function judgeAbsence(
  name: string,
  answer: DnsAnswer,
  chain: ChainOfTrust,
  steps: ValidationStep[],
): Promise<Judged> {
  const { type } = answer.question;
  const judged = await judgeDenial(name, type, answer, chain, steps);
  const subject = `${name} ${recordTypeName(type)}`;
  steps.push({ zone: name, subject, status: judged.status, message: judged.message, rule: judged.rule });
  return judged;
}

async function judgeDenial(
  name: string,
  type: number,
  answer: DnsAnswer,
  chain: ChainOfTrust,
  steps: ValidationStep[],
): Promise<Judged> {
  const above = type === recordTypes.DS ? (parentName(name) ?? '.') : name;
  // The zone that speaks is the lowest at or above the name whose records are there.
  const signers = denialSets(answer)
    .flatMap(({ signatures }) => signatures.map(({ signer }) => signer))
    .filter((signer) => isAtOrBelow(above, signer))
    .toSorted((one, other) => other.length - one.length);
  const trust = await chain.trustOf(signers[0] ?? above, steps);
  if (trust.status !== 'secure') return trust;
  const { proof, reason } = deny(answer, { name, type, zone: trust.zone }, trust, chain.context);
  switch (proof.shows) {
    case 'nothing':
      return { status: 'bogus', ...reason };
    case 'too costly':
      return { status: 'insecure', message: proof.message, rule: 'RFC 9276 section 3.2', code: proof.code };
    default: {
      const secure: Judged = { status: 'secure', message: proof.message, rule: 'RFC 4035 section 5.4' };
      return withOptOut(secure, proof.optOut, 'RFC 5155 section 9.2');
    }
  }
}
