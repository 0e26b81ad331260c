import { type KeyObject, verify } from 'node:crypto';
import { algorithmName } from '@sonde/shared/dns/dnssec-algorithms.ts';
import { isAtOrBelow } from '@sonde/shared/dns/name-relations.ts';
import { recordTypeName } from '@sonde/shared/dns/record-types.ts';
import { type Dnskey, isRevoked, isZoneKey } from '../records/dnskey.ts';
import type { Rrset } from '../records/rrset.ts';
import type { Rrsig } from '../records/rrsig.ts';
import { type Effort, maxVerificationsPerSet } from './effort.ts';
import { publicKeyOf, schemeOf } from './public-key.ts';
import { ownLabels, signedData } from './signed-data.ts';
import { VerifiedSignatures } from './verified-signatures.ts';

export interface Verified {
  readonly signature: Rrsig;
  readonly key: Dnskey;
  /** Whether the set came out of a wildcard: then somebody has to show that nothing closer is there. */
  readonly fromWildcard: boolean;
}

/** An unverified result states why no signature over a set counts. */
export interface Unverified {
  readonly message: string;
  readonly rule: string;
  /** RFC 8914. */
  readonly code: number;
}

export interface VerifyParts {
  /** Seconds since 1970. */
  readonly now: number;
  readonly effort: Effort;
  /** Keys that were made ready before. */
  readonly ready: Map<Dnskey, KeyObject | undefined>;
  readonly supports: (algorithm: number) => boolean;
  readonly verified: VerifiedSignatures;
}

/** Looks for one signature over the set that a key of the zone made and that is in force (RFC 4035 section 5.3). */
export function verifySet(
  rrset: Rrset,
  zone: string,
  keys: readonly Dnskey[],
  parts: VerifyParts,
): Verified | Unverified {
  const subject = `${rrset.name} ${recordTypeName(rrset.type)}`;
  const ours = rrset.signatures.filter((signature) => signature.signer === zone);
  if (ours.length === 0) return noneOfZone(rrset, zone, subject);
  const reasons: Unverified[] = [];
  let left = maxVerificationsPerSet;
  for (const signature of ours) {
    const unfit = unfitness(signature, rrset, subject, parts);
    if (unfit !== undefined) {
      reasons.push(unfit);
      continue;
    }
    const named = keys.filter(
      (key) => key.keyTag === signature.keyTag && key.algorithm === signature.algorithm,
    );
    const usable = named.filter((key) => isZoneKey(key) && key.protocol === 3 && !isRevoked(key));
    if (usable.length === 0) {
      reasons.push(unusableKey(signature, named, zone));
      continue;
    }
    const data = signedData(rrset, signature);
    for (const key of usable) {
      const id = VerifiedSignatures.keyOf(data, signature.signature, key.data);
      let holds = parts.verified.get(id);
      if (holds === undefined) {
        if (left-- <= 0 || !parts.effort.takeSignature()) return tooMuch(subject);
        holds = verifies(data, signature, key, parts);
        parts.verified.set(id, holds);
      }
      if (holds) {
        return { signature, key, fromWildcard: signature.labels < ownLabels(rrset.name) };
      }
    }
    reasons.push({
      message: `The signature of key ${signature.keyTag} over ${subject} does not fit the data.`,
      rule: 'RFC 4035 section 5.3.3',
      code: 6,
    });
  }
  return mostTelling(reasons);
}

function noneOfZone(rrset: Rrset, zone: string, subject: string): Unverified {
  const [other] = rrset.signatures;
  if (other === undefined) {
    return { message: `${subject} has no signature.`, rule: 'RFC 4035 section 2.2', code: 10 };
  }
  const message = `${subject} is signed by ${other.signer}, not by ${zone}.`;
  return { message, rule: 'RFC 4035 section 5.3.1', code: 6 };
}

/** Tells whether a time is before another in serial number arithmetic (RFC 4034 section 3.1.5). */
export function isBefore(one: number, other: number): boolean {
  return one !== other && (other - one) >>> 0 < 0x8000_0000;
}

function unfitness(
  signature: Rrsig,
  rrset: Rrset,
  subject: string,
  { now, supports }: VerifyParts,
): Unverified | undefined {
  const { algorithm, inception, expiration, labels, keyTag } = signature;
  const rule = 'RFC 4035 section 5.3.1';
  if (!supports(algorithm)) {
    return {
      message: `Signatures of algorithm ${algorithmName(algorithm)} are not verified.`,
      rule,
      code: 1,
    };
  }
  if (!isAtOrBelow(rrset.name, signature.signer) || labels > ownLabels(rrset.name)) {
    return { message: `The signature over ${subject} has too many labels.`, rule, code: 6 };
  }
  if (isBefore(expiration, inception)) {
    const message = `The signature of key ${keyTag} over ${subject} expires before it begins.`;
    return { message, rule: 'RFC 4034 section 3.1.5', code: 25 };
  }
  const time = now >>> 0;
  if (isBefore(expiration, time)) {
    const message = `The signature of key ${keyTag} over ${subject} expired ${ago(time - expiration)} ago.`;
    return { message, rule, code: 7 };
  }
  if (isBefore(time, inception)) {
    const message = `The signature of key ${keyTag} over ${subject} begins only in ${ago(inception - time)}.`;
    return { message, rule, code: 8 };
  }
  return undefined;
}

function ago(difference: number): string {
  const seconds = difference >>> 0;
  if (seconds < 120) return `${seconds} seconds`;
  if (seconds < 7_200) return `${Math.floor(seconds / 60)} minutes`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)} hours`;
  return `${Math.floor(seconds / 86_400)} days`;
}

function unusableKey(signature: Rrsig, named: readonly Dnskey[], zone: string): Unverified {
  const { keyTag, algorithm } = signature;
  const rule = 'RFC 4035 section 5.3.1';
  if (named.some(isRevoked)) {
    return { message: `Key ${keyTag} of ${zone} is revoked.`, rule: 'RFC 5011 section 2.1', code: 6 };
  }
  if (named.length > 0) {
    return { message: `Key ${keyTag} of ${zone} is no zone key.`, rule: 'RFC 4034 section 2.1.1', code: 11 };
  }
  const message = `${zone} has no key ${keyTag} of algorithm ${algorithmName(algorithm)}, which signed.`;
  return { message, rule, code: 9 };
}

/** Tells whether the key made the signature over the data, whatever the times say. */
export function verifies(
  data: Buffer,
  { signature, algorithm }: Pick<Rrsig, 'signature' | 'algorithm'>,
  key: Dnskey,
  { ready }: Pick<VerifyParts, 'ready'>,
): boolean {
  if (!ready.has(key)) ready.set(key, publicKeyOf(key));
  const publicKey = ready.get(key);
  const scheme = schemeOf(algorithm);
  if (publicKey === undefined || scheme === undefined) return false;
  const options = scheme.kind === 'ec' ? { key: publicKey, dsaEncoding: 'ieee-p1363' as const } : publicKey;
  try {
    return verify(scheme.hash ?? null, data, options, signature);
  } catch {
    // Octets that are no signature of the scheme.
    return false;
  }
}

function tooMuch(subject: string): Unverified {
  return {
    message: `${subject} has so many signatures and keys that checking them is given up.`,
    rule: 'CVE-2023-50387',
    code: 6,
  };
}

/** Of several reasons the one nearest to success. */
function mostTelling(reasons: readonly Unverified[]): Unverified {
  const order = [6, 7, 8, 25, 11, 9, 1];
  return reasons.toSorted((one, other) => order.indexOf(one.code) - order.indexOf(other.code))[0]!;
}
