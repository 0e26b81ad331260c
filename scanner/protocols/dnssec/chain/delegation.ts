import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsAnswer } from '../../../ports/dns-answer.ts';
import { verifySet } from '../crypto/verify-set.ts';
import { type Ds, readDs } from '../records/ds.ts';
import { rrsetsOf } from '../records/rrset.ts';
import { deny } from './deny.ts';
import type { VerifyContext } from './validator-parts.ts';
import { unsupportedSigners, usableSigners } from './zone-keys.ts';
import { untrusted, type ZoneTrust } from './zone-trust.ts';

/** A delegation is a trusted zone's statement about a name below it. */
export type Delegation =
  /** No zone begins there. */
  | { readonly kind: 'none' }
  /** One does, and its keys need not be looked at. */
  | { readonly kind: 'zone'; readonly trust: ZoneTrust }
  /** One does, and its keys have to be among those that are vouched for. */
  | { readonly kind: 'signed'; readonly signers: readonly Ds[]; readonly usable: readonly Ds[] };

/** Reads the answer to a question for DS, or the proof in a referral (RFC 4035 section 5.2). */
export function readDelegation(
  child: string,
  answer: DnsAnswer,
  parent: ZoneTrust,
  context: VerifyContext,
): Delegation {
  if (answer.failure !== undefined) {
    const message = `Whether ${child} is signed can't be found out: ${answer.failureMessage}`;
    return zone(untrusted(child, 'indeterminate', { message, rule: 'RFC 4035 section 4.3', code: 22 }));
  }
  const set = rrsetsOf(answer.answer).find(({ name, type }) => name === child && type === recordTypes.DS);
  if (set === undefined) return withoutDs(child, answer, parent, context);
  const verified = verifySet(set, parent.zone, parent.keys, context);
  if (!('key' in verified)) return zone(untrusted(child, 'bogus', verified));
  const signers = set.records.flatMap((record) => readDs(record) ?? []);
  const usable = usableSigners(signers, context);
  if (usable.length === 0) return zone(unsupportedSigners(child, signers, context));
  return { kind: 'signed', signers, usable };
}

function withoutDs(child: string, answer: DnsAnswer, parent: ZoneTrust, context: VerifyContext): Delegation {
  // An alias is no delegation, and has nothing beside it.
  const alias = rrsetsOf(answer.answer).find(
    ({ name, type }) => name === child && type === recordTypes.CNAME,
  );
  if (alias !== undefined && 'key' in verifySet(alias, parent.zone, parent.keys, context)) {
    return { kind: 'none' };
  }
  const denied = { name: child, type: recordTypes.DS, zone: parent.zone };
  const { proof, reason } = deny(answer, denied, parent, context);
  if (proof.shows === 'unsigned delegation') {
    return zone(
      untrusted(child, 'insecure', {
        message: proof.optOut
          ? proof.message
          : `${parent.zone} says under signature that ${child} is delegated without DS.`,
        rule: proof.optOut ? 'RFC 5155 section 8.6' : 'RFC 4035 section 5.2',
      }),
    );
  }
  if (proof.shows === 'too costly') {
    return zone(untrusted(child, 'insecure', { ...proof, rule: 'RFC 9276 section 3.2' }));
  }
  if (proof.shows !== 'nothing') return { kind: 'none' };
  return zone(untrusted(child, 'bogus', reason));
}

function zone(trust: ZoneTrust): Delegation {
  return { kind: 'zone', trust };
}
