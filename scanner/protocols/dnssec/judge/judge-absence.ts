import { isAtOrBelow, isBelow, parentName } from '@sonde/shared/dns/name-relations.ts';
import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsAnswer } from '../../../ports/dns-answer.ts';
import type { ValidationStep } from '../../../ports/dns-validation.ts';
import type { ChainOfTrust } from '../chain/chain-of-trust.ts';
import { denialSets, deny } from '../chain/deny.ts';
import { verifySet } from '../crypto/verify-set.ts';
import { rrsetsOf } from '../records/rrset.ts';
import { type Judged, withOptOut } from './judged.ts';

/**
 * Judges the proof that nothing of the type asked for is at the name: the zone has to give it (RFC 4035 section 5.4).
 */
export async function judgeAbsence(
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
  const speaker = denialSets(answer)
    .flatMap(({ signatures }) => signatures.map(({ signer }) => signer))
    .filter((signer) => isAtOrBelow(above, signer))
    .toSorted((one, other) => other.length - one.length)[0];
  const judged = await judgeProof(name, answer, speaker ?? above, chain, steps);
  const anchor = chain.anchoredAt(above);
  if (judged.status === 'secure' || anchor === undefined || speaker === undefined) return judged;
  // A zone above a trust anchor can show that nothing is there, but not that what is there is unsigned.
  return isBelow(anchor, speaker) ? judgeProof(name, answer, above, chain, steps) : judged;
}

/** `speaker`: the zone whose proof it is, or a name in it. */
async function judgeProof(
  name: string,
  answer: DnsAnswer,
  speaker: string,
  chain: ChainOfTrust,
  steps: ValidationStep[],
): Promise<Judged> {
  const { type } = answer.question;
  const trust = await chain.trustOf(speaker, steps);
  if (trust.status !== 'secure') return trust;
  const { proof, reason } = deny(answer, { name, type, zone: trust.zone }, trust, chain.context);
  if (proof.shows === 'nothing') return { status: 'bogus', ...reason };
  // Whatever is in the authority section has to be authentic (RFC 4035 section 3.2.3).
  const soa = rrsetsOf(answer.authority).find(
    (set) => set.type === recordTypes.SOA && set.name === trust.zone,
  );
  const signed = soa && verifySet(soa, trust.zone, trust.keys, chain.context);
  if (signed !== undefined && !('key' in signed)) return { status: 'bogus', ...signed };
  if (proof.shows === 'too costly') {
    return { status: 'insecure', message: proof.message, rule: 'RFC 9276 section 3.2', code: proof.code };
  }
  const isBelowCut =
    proof.shows === 'unsigned delegation' && !(type === recordTypes.DS && proof.cut === name);
  if (isBelowCut) return { status: 'insecure', message: proof.message, rule: 'RFC 4035 section 5.2' };
  const secure: Judged = { status: 'secure', message: proof.message, rule: 'RFC 4035 section 5.4' };
  return withOptOut(secure, proof.optOut);
}
