import { isAtOrBelow, parentName } from '@sonde/shared/dns/name-relations.ts';
import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsAnswer } from '../../../ports/dns-answer.ts';
import type { ValidationStep } from '../../../ports/dns-validation.ts';
import type { ChainOfTrust } from '../chain/chain-of-trust.ts';
import { deny } from '../chain/deny.ts';
import type { ZoneTrust } from '../chain/zone-trust.ts';
import { type Verified, verifySet } from '../crypto/verify-set.ts';
import type { Rrset } from '../records/rrset.ts';
import { type Judged, withOptOut } from './judged.ts';

/** Names of signers of one set that are gone after; all of a zone's signatures have the same. */
const maxSigners = 3;

/** Judges one set of an answer by its signatures (RFC 4035 section 5.3). */
export async function judgeSet(
  set: Rrset,
  answer: DnsAnswer,
  chain: ChainOfTrust,
  steps: ValidationStep[],
): Promise<Judged> {
  const subject = `${set.name} ${recordTypeName(set.type)}`;
  const judged = await judgeSigners(set, answer, chain, steps);
  const zone = set.signatures[0]?.signer ?? set.name;
  steps.push({ zone, subject, status: judged.status, message: judged.message, rule: judged.rule });
  return judged;
}

/** One signer that holds is enough: anybody can put a signature of a stranger beside it. */
async function judgeSigners(
  set: Rrset,
  answer: DnsAnswer,
  chain: ChainOfTrust,
  steps: ValidationStep[],
): Promise<Judged> {
  const above = set.type === recordTypes.DS ? (parentName(set.name) ?? '.') : set.name;
  const anchor = chain.anchoredAt(above) ?? '.';
  const signers = new Set(set.signatures.map(({ signer }) => signer));
  const able = [...signers].filter((signer) => isAtOrBelow(above, signer) && isAtOrBelow(signer, anchor));
  if (able.length === 0) return judgeAgainst(set, answer, await chain.trustOf(above, steps), chain);
  let first: Judged | undefined;
  for (const signer of able.slice(0, maxSigners)) {
    const trust = await chain.trustOf(signer, steps);
    const judged =
      trust.status === 'secure' && trust.zone !== signer
        ? noZone(set, signer)
        : judgeAgainst(set, answer, trust, chain);
    if (judged.status !== 'bogus') return judged;
    first ??= judged;
  }
  return first!;
}

function noZone(set: Rrset, signer: string): Judged {
  const message = `${set.name} is signed by ${signer}, which is no zone.`;
  return { status: 'bogus', message, rule: 'RFC 4035 section 5.3.1', code: 6 };
}

function judgeAgainst(set: Rrset, answer: DnsAnswer, trust: ZoneTrust, chain: ChainOfTrust): Judged {
  if (trust.status !== 'secure') return trust;
  const verified = verifySet(set, trust.zone, trust.keys, chain.context);
  if (!('key' in verified)) return { status: 'bogus', ...verified };
  const secure: Judged = {
    status: 'secure',
    message: `Key ${verified.key.keyTag} of ${trust.zone} signed ${set.name} ${recordTypeName(set.type)}.`,
    rule: 'RFC 4035 section 5.3',
  };
  return verified.fromWildcard ? judgeWildcard(set, verified, answer, trust, chain, secure) : secure;
}

/** A set out of a wildcard counts only if nothing closer is there (RFC 4035 section 5.3.4). */
function judgeWildcard(
  set: Rrset,
  { signature }: Verified,
  answer: DnsAnswer,
  trust: ZoneTrust,
  chain: ChainOfTrust,
  secure: Judged,
): Judged {
  if (set.type === recordTypes.DNAME) {
    const message = `${set.name} DNAME came out of a wildcard, which no DNAME may.`;
    return { status: 'bogus', message, rule: 'RFC 4592 section 4.4', code: 6 };
  }
  const denied = { name: set.name, type: set.type, zone: trust.zone };
  const wanted = { kind: 'wildcard', labels: signature.labels } as const;
  const { proof, reason } = deny(answer, denied, trust, chain.context, wanted);
  if (proof.shows === 'nothing') return { status: 'bogus', ...reason };
  return proof.shows === 'too costly' || proof.shows === 'unsigned delegation'
    ? { status: 'insecure', message: proof.message, rule: 'RFC 9276 section 3.2', code: 27 }
    : withOptOut(secure, proof.optOut);
}
