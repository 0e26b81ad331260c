import { algorithmName } from '@sonde/shared/dns/dnssec-algorithms.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsAnswer } from '../../../ports/dns-answer.ts';
import { verifySet } from '../crypto/verify-set.ts';
import { type Dnskey, isRevoked, isZoneKey, readDnskey } from '../records/dnskey.ts';
import { type Ds, digestName, digestTypes, standsFor } from '../records/ds.ts';
import { rrsetsOf } from '../records/rrset.ts';
import type { VerifyContext } from './validator-parts.ts';
import { untrusted, type ZoneTrust } from './zone-trust.ts';

/** Keys beyond are not looked at (KeyTrap). */
const maxKeys = 48;

const rules = { ds: 'RFC 4035 section 5.2', keys: 'RFC 4035 section 5.3', unknown: 'RFC 6840 section 5.2' };

/**
 * Chooses the DS records that count: only implemented algorithms and digests, and SHA-1 digests only if there are no
 * others (RFC 4509).
 */
export function usableSigners(signers: readonly Ds[], context: VerifyContext): Ds[] {
  const known = signers.filter(
    ({ algorithm, digestType }) =>
      context.supports(algorithm) && digestTypes.get(digestType)?.hash !== undefined,
  );
  const better = known.filter(({ digestType }) => digestType !== 1);
  return better.length > 0 ? better : known;
}

/** Explains why a zone counts as unsigned although it has DS records (RFC 4035 section 5.2, RFC 6840 section 5.2). */
export function unsupportedSigners(zone: string, signers: readonly Ds[], context: VerifyContext): ZoneTrust {
  const unknown = signers.filter(({ algorithm }) => !context.supports(algorithm));
  const isAlgorithm = unknown.length === signers.length;
  const names = isAlgorithm
    ? unknown.map(({ algorithm }) => algorithmName(algorithm))
    : signers.map(({ digestType }) => digestName(digestType));
  const what = `${[...new Set(names)].join(', ')}, which ${isAlgorithm ? 'keys of' : 'digests of'} this validator do not count`;
  const isSha1 = isAlgorithm && names.some((name) => name.includes('SHA1'));
  return untrusted(
    zone,
    'insecure',
    {
      message: `All DS records of ${zone} are of ${what}: the zone counts as unsigned.`,
      rule: isSha1 ? 'RFC 9905 section 2' : rules.unknown,
      code: isAlgorithm ? 1 : 2,
    },
    signers,
  );
}

/**
 * The trusted keys are the DS records and keys by which the parent zone or a trust anchor vouches for a zone's keys.
 */
export interface TrustedKeys {
  readonly signers: readonly Ds[];
  readonly keys: readonly Dnskey[];
}

/** Tells whether a zone's keys can be trusted by what is said of them from above, and which those are. */
export function zoneKeys(
  zone: string,
  answer: DnsAnswer,
  trusted: TrustedKeys,
  context: VerifyContext,
): ZoneTrust {
  const { signers } = trusted;
  const fail = (message: string, code: number, rule = rules.ds) =>
    untrusted(zone, 'bogus', { message, rule, code }, signers);
  if (answer.failure !== undefined) {
    const message = `The keys of ${zone} can't be had: ${answer.failureMessage}`;
    return untrusted(zone, 'indeterminate', { message, rule: 'RFC 4035 section 4.3', code: 22 }, signers);
  }
  const set = rrsetsOf(answer.answer).find(({ name, type }) => name === zone && type === recordTypes.DNSKEY);
  if (set === undefined) return fail(`${zone} has DS records in the zone above, but no DNSKEY record.`, 9);
  const keys = set.records.slice(0, maxKeys).flatMap((record) => readDnskey(record) ?? []);
  const entries = keys.filter(
    (key) =>
      trusted.keys.some((anchor) => anchor.data.equals(key.data)) ||
      signers.some((signer) => standsFor(signer, key)),
  );
  const usable = entries.filter((key) => isZoneKey(key) && key.protocol === 3 && !isRevoked(key));
  if (entries.length === 0)
    return fail(`No DNSKEY record of ${zone} is one that its DS records stand for.`, 9);
  if (usable.length === 0) return unusableEntries(zone, entries, fail);
  const verified = verifySet(set, zone, usable, context);
  if (!('key' in verified)) {
    const isUnsigned = verified.code === 9 || verified.code === 10;
    const message = isUnsigned
      ? `The DNSKEY records of ${zone} are not signed by a key that a DS record stands for.`
      : verified.message;
    return fail(message, isUnsigned ? 10 : verified.code, isUnsigned ? rules.ds : verified.rule);
  }
  return {
    zone,
    status: 'secure',
    message: `Key ${verified.key.keyTag} (${algorithmName(verified.key.algorithm)}) of ${zone} is vouched for and signs its keys.`,
    rule: rules.ds,
    keys: keys.filter((key) => isZoneKey(key) && key.protocol === 3),
    signers,
  };
}

function unusableEntries(
  zone: string,
  entries: readonly Dnskey[],
  fail: (message: string, code: number, rule?: string) => ZoneTrust,
): ZoneTrust {
  if (entries.some(isRevoked)) {
    return fail(`The keys of ${zone} that its DS records stand for are revoked.`, 9, 'RFC 5011 section 2.1');
  }
  return fail(
    `The keys of ${zone} that its DS records stand for are no zone keys.`,
    11,
    'RFC 4034 section 2.1.1',
  );
}
