import { algorithmName } from '@sonde/shared/dns/dnssec-algorithms.ts';
import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsAnswer } from '../../ports/dns-answer.ts';
import type { Rrsig } from '../../protocols/dnssec/records/rrsig.ts';
import type { PartBuilder } from '../part-builder.ts';
import type { SignatureEntry } from './dnssec-result.ts';
import { signaturesOver, type ZoneFacts } from './zone-facts.ts';

const day = 86_400;
const mostSignatures = 32;
/** A resigning that fails is then noticed too late. */
const soon = 3 * day;
const long = 180 * day;

function covered({ dnskey, soa }: ZoneFacts): [DnsAnswer, number][] {
  return [
    [dnskey, recordTypes.DNSKEY],
    [soa, recordTypes.SOA],
  ];
}

export function signatureEntries(facts: ZoneFacts): SignatureEntry[] {
  const all = covered(facts).flatMap(([answer, type]) => signaturesOver(answer, type));
  return all.slice(0, mostSignatures).map(signatureEntry);
}

export function signatureEntry(signature: Rrsig): SignatureEntry {
  return {
    covers: recordTypeName(signature.typeCovered),
    keyTag: signature.keyTag,
    algorithm: signature.algorithm,
    inception: isoTime(signature.inception),
    expiration: isoTime(signature.expiration),
  };
}

/** Judges lifetimes (RFC 6781 section 4.4.2), and that every algorithm of the keys signs (RFC 4035 section 2.2). */
export function judgeSignatures(part: PartBuilder, facts: ZoneFacts, now: number): void {
  const { zone, keys } = facts;
  const algorithms = new Set(keys.map(({ algorithm }) => algorithm));
  for (const [answer, type] of covered(facts)) {
    const signatures = signaturesOver(answer, type);
    if (signatures.length === 0) continue;
    for (const algorithm of algorithms) {
      if (signatures.some((signature) => signature.algorithm === algorithm)) continue;
      part.warning(
        'medium',
        'algorithm_does_not_sign',
        `${zone} has a key of ${algorithmName(algorithm)}, but no such signature over its ${recordTypeName(type)}.`,
        'RFC 4035 section 2.2',
        {
          advice: 'Sign with every algorithm that there are keys of, or take the key out.',
        },
      );
    }
    judgeLifetimes(part, zone, signatures, type, now);
    judgeTtl(part, zone, answer, type, signatures, now);
  }
}

function judgeLifetimes(
  part: PartBuilder,
  zone: string,
  signatures: readonly Rrsig[],
  type: number,
  now: number,
): void {
  const left = Math.max(...signatures.map(({ expiration }) => (expiration - now) | 0));
  const name = `${zone} ${recordTypeName(type)}`;
  const evidence = `expires ${isoTime(signatures[0]!.expiration)}`;
  if (left > 0 && left < soon) {
    part.warning(
      'high',
      'signature_expires_soon',
      `The signature over ${name} expires in ${hours(left)}.`,
      'RFC 6781 section 4.4.2',
      {
        advice: 'See whether the zone is still signed anew regularly.',
        evidence,
      },
    );
  } else if (left >= soon) {
    const lifetime = Math.max(
      ...signatures.map(({ expiration, inception }) => (expiration - inception) >>> 0),
    );
    if (lifetime > long) {
      part.info(
        'signature_lifetime_long',
        `Signatures over ${name} are valid for ${Math.round(lifetime / day)} days, so that old data can be played back for long.`,
        'RFC 6781 section 4.4.2',
        { evidence },
      );
    } else
      part.pass(
        'signature_lifetime',
        `The signature over ${name} is valid for another ${hours(left)}.`,
        'RFC 6781 section 4.4.2',
      );
  }
}

/** A TTL above the one that was signed is a server's fault (RFC 4035 section 2.2). */
function judgeTtl(
  part: PartBuilder,
  zone: string,
  answer: DnsAnswer,
  type: number,
  signatures: readonly Rrsig[],
  now: number,
): void {
  const record = answer.answer.find((one) => one.type === type);
  const [signature] = signatures;
  if (record === undefined || signature === undefined) return;
  const name = `${zone} ${recordTypeName(type)}`;
  if (record.ttl > signature.originalTtl) {
    part.warning(
      'low',
      'ttl_above_original',
      `${name} has TTL ${record.ttl}, above the ${signature.originalTtl} that was signed.`,
      'RFC 4034 section 3.1.4',
    );
  }
  const left = (signature.expiration - now) | 0;
  if (left > 0 && record.ttl > left) {
    part.warning(
      'medium',
      'ttl_beyond_signature',
      `${name} may be kept for ${record.ttl} seconds, beyond the end of its signature.`,
      'RFC 6781 section 4.4.2',
    );
  }
}

function hours(seconds: number): string {
  return seconds < 2 * day ? `${Math.floor(seconds / 3_600)} hours` : `${Math.floor(seconds / day)} days`;
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}
