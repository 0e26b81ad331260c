import { algorithmName, dnssecAlgorithms } from '@sonde/shared/dns/dnssec-algorithms.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { modulusBits } from '../../protocols/dnssec/crypto/public-key.ts';
import { isRevoked, isSecureEntryPoint, isZoneKey } from '../../protocols/dnssec/records/dnskey.ts';
import { digestName, digestTypes, standsFor } from '../../protocols/dnssec/records/ds.ts';
import type { PartBuilder } from '../part-builder.ts';
import type { KeyEntry, SignerEntry } from './dnssec-result.ts';
import { signaturesOver, type ZoneFacts } from './zone-facts.ts';

const mostKeys = 32;

type KeyFacts = Pick<ZoneFacts, 'keys' | 'signers' | 'dnskey'>;

export function keyEntries({ keys, signers, dnskey }: KeyFacts): KeyEntry[] {
  const signing = new Set(signaturesOver(dnskey, recordTypes.DNSKEY).map(({ keyTag }) => keyTag));
  return keys.slice(0, mostKeys).map((key) => ({
    keyTag: key.keyTag,
    flags: key.flags,
    algorithm: key.algorithm,
    algorithmName: algorithmName(key.algorithm),
    bits: modulusBits(key) ?? null,
    secureEntryPoint: isSecureEntryPoint(key),
    revoked: isRevoked(key),
    vouchedFor: signers.some((signer) => standsFor(signer, key)),
    signsKeys: signing.has(key.keyTag),
  }));
}

export function signerEntries({ keys, signers, dnskey }: KeyFacts): SignerEntry[] {
  return signers.slice(0, mostKeys).map((signer) => {
    const isKnown = digestTypes.get(signer.digestType)?.hash !== undefined && dnskey.failure === undefined;
    return {
      keyTag: signer.keyTag,
      algorithm: signer.algorithm,
      algorithmName: algorithmName(signer.algorithm),
      digestType: signer.digestType,
      digestName: digestName(signer.digestType),
      matches: isKnown ? keys.some((key) => standsFor(signer, key)) : null,
    };
  });
}

/** Judges algorithms, sizes and flags of keys (RFC 9904, RFC 9905, RFC 8624, RFC 4641, RFC 5011). */
export function judgeKeys(part: PartBuilder, { zone, keys }: ZoneFacts): void {
  for (const number of new Set(keys.map(({ algorithm }) => algorithm))) judgeAlgorithm(part, zone, number);
  for (const key of keys.slice(0, mostKeys)) {
    const bits = modulusBits(key);
    const evidence = `key ${key.keyTag}`;
    if (bits !== undefined && bits < 1_024) {
      part.fail(
        'high',
        'rsa_key_too_short',
        `Key ${key.keyTag} of ${zone} has ${bits} bits, which can be broken.`,
        'RFC 6781 section 3.4.2',
        {
          advice: 'Roll to an ECDSA P-256 key (algorithm 13).',
          evidence,
        },
      );
    } else if (bits !== undefined && bits < 2_048) {
      part.warning(
        'low',
        'rsa_key_short',
        `Key ${key.keyTag} of ${zone} has ${bits} bits.`,
        'RFC 6781 section 3.4.2',
        {
          advice: 'Use 2,048 bits, or roll to an ECDSA P-256 key (algorithm 13).',
          evidence,
        },
      );
    }
    if (isRevoked(key)) {
      part.info('revoked_key', `Key ${key.keyTag} of ${zone} is revoked.`, 'RFC 5011 section 2.1', {
        evidence,
      });
    }
    if (!isZoneKey(key)) {
      part.warning(
        'medium',
        'no_zone_key',
        `Key ${key.keyTag} of ${zone} is no zone key and must not sign.`,
        'RFC 4034 section 2.1.1',
        { evidence },
      );
    }
    if (key.protocol !== 3) {
      part.warning(
        'medium',
        'bad_key_protocol',
        `Key ${key.keyTag} of ${zone} has protocol ${key.protocol}, where 3 must be.`,
        'RFC 4034 section 2.1.2',
        { evidence },
      );
    }
  }
}

function judgeAlgorithm(part: PartBuilder, zone: string, number: number): void {
  const known = dnssecAlgorithms.find((one) => one.number === number);
  const name = algorithmName(number);
  const advice = 'Roll to ECDSA P-256 (algorithm 13) or Ed25519 (15).';
  if (known === undefined) {
    part.warning(
      'medium',
      'unknown_algorithm',
      `Keys of ${zone} are of ${name}, which validators do not know.`,
      'RFC 6840 section 5.2',
      { advice },
    );
  } else if (known.use === 'forbidden') {
    part.fail(
      'high',
      'forbidden_algorithm',
      `Keys of ${zone} are of ${name}, which must no longer be used: validators treat it as unsigned.`,
      known.source,
      { advice },
    );
  } else if (known.use === 'discouraged') {
    part.warning(
      'low',
      'discouraged_algorithm',
      `Keys of ${zone} are of ${name}, which is no longer advised.`,
      known.source,
      { advice },
    );
  } else part.pass('algorithm', `Keys of ${zone} are of ${name}.`, known.source);
}

/** Compares DS records with the keys (RFC 4509, RFC 4034 section 5, RFC 9904). */
export function judgeSigners(part: PartBuilder, facts: ZoneFacts): void {
  const { zone, signers } = facts;
  for (const { keyTag, matches, digestType, algorithm } of signerEntries(facts)) {
    const evidence = `DS ${keyTag} ${algorithm} ${digestType}`;
    if (matches === false) {
      part.warning(
        'medium',
        'ds_without_key',
        `A DS record of ${zone} stands for key ${keyTag}, which is not there.`,
        'RFC 4035 section 2.4',
        {
          advice: 'Take it out at the registrar, unless a rollover is under way.',
          evidence,
        },
      );
    }
    if (digestTypes.get(digestType)?.hash === undefined) {
      part.warning(
        'low',
        'unknown_digest',
        `A DS record of ${zone} has ${digestName(digestType)}, which validators may not know.`,
        'RFC 4035 section 5.2',
        { evidence },
      );
    }
  }
  const types = new Set(signers.map(({ digestType }) => digestType));
  if (types.has(1)) {
    const alone = types.size === 1;
    part.warning(
      alone ? 'medium' : 'low',
      'sha1_digest',
      `${zone} has DS records with SHA-1 digests${alone ? ' and no others' : ''}.`,
      'RFC 9904',
      { advice: 'Publish DS records with SHA-256 (digest type 2) alone.' },
    );
  }
  if (signers.length > 0 && !types.has(1) && types.has(2))
    part.pass('digest', `DS records of ${zone} have SHA-256 digests.`, 'RFC 4509');
}
