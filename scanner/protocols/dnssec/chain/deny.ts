import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import type { DnsAnswer } from '../../../ports/dns-answer.ts';
import { type Unverified, verifySet } from '../crypto/verify-set.ts';
import type { Denied, Proof } from '../denial/proof.ts';
import { prove, type Wanted } from '../denial/prove.ts';
import { type Rrset, rrsetsOf } from '../records/rrset.ts';
import type { VerifyContext } from './validator-parts.ts';
import type { ZoneTrust } from './zone-trust.ts';

/** NSEC and NSEC3 sets of one answer that are verified; a denial needs three, and some are there for wildcards. */
const maxSets = 16;
const denials: readonly number[] = [recordTypes.NSEC, recordTypes.NSEC3];

export interface Denial {
  readonly proof: Proof;
  /** The reason why there is no proof; not to be looked at otherwise. */
  readonly reason: Unverified;
}

/**
 * Reads the signed NSEC and NSEC3 records of a zone in an answer as a denial of a name that has no records of a type.
 */
export function deny(
  answer: Pick<DnsAnswer, 'authority' | 'responseCode'>,
  denied: Denied,
  trust: ZoneTrust,
  context: VerifyContext,
  kind?: Wanted,
): Denial {
  const wanted: Wanted = kind ?? {
    kind: answer.responseCode === responseCodes.NXDOMAIN ? 'nxdomain' : 'nodata',
  };
  // Those that another zone signed speak of that zone.
  const sets = denialSets(answer)
    .filter(
      ({ signatures }) => signatures.length === 0 || signatures.some(({ signer }) => signer === trust.zone),
    )
    .slice(0, maxSets);
  const good: Rrset[] = [];
  let reason: Unverified = {
    message: `Nothing signed shows that ${denied.name} has no ${recordTypeName(denied.type)}.`,
    rule: 'RFC 4035 section 5.4',
    code: 12,
  };
  for (const set of sets) {
    const verified = verifySet(set, trust.zone, trust.keys, context);
    if (!('key' in verified)) reason = verified;
    // An NSEC record is never expanded from a wildcard (RFC 4592 section 4.6).
    else if (!verified.fromWildcard) good.push(set);
  }
  const proof = prove(good, denied, wanted, context.effort);
  if (proof.shows === 'nothing' && good.length > 0) {
    reason = {
      message: proof.message,
      rule: 'RFC 4035 section 5.4',
      code: good.length < sets.length ? reason.code : 12,
    };
  }
  return { proof, reason };
}

export function denialSets(answer: Pick<DnsAnswer, 'authority'>): Rrset[] {
  return rrsetsOf(answer.authority).filter(({ type }) => denials.includes(type));
}
