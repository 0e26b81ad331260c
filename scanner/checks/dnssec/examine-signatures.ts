import { recordTypeName } from '@sonde/shared/dns/record-types.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { VerifyContext } from '../../protocols/dnssec/chain/validator-parts.ts';
import { Effort } from '../../protocols/dnssec/crypto/effort.ts';
import { type Unverified, type VerifyParts, verifySet } from '../../protocols/dnssec/crypto/verify-set.ts';
import type { Dnskey } from '../../protocols/dnssec/records/dnskey.ts';
import type { Rrset } from '../../protocols/dnssec/records/rrset.ts';
import type { ExaminedSignature, SignatureState, SignedSetEntry } from './dnssec-result.ts';
import { signatureEntry } from './judge-signatures.ts';

const mostOfSet = 6;
/** Verifications for one picture: a chain of four zones takes some twenty. */
const mostVerified = 64;

/** By the codes of RFC 8914 that verifying gives. */
const states: ReadonlyMap<number, SignatureState> = new Map([
  [1, 'unsupported'],
  [7, 'expired'],
  [8, 'not_yet'],
  [9, 'no_key'],
  [11, 'no_key'],
]);

/**
 * A signature examiner verifies every signature by itself; validation, in contrast, is content with one that holds.
 * There is one for each scan.
 */
export class SignatureExaminer {
  readonly #parts: VerifyParts;

  constructor(clock: Clock) {
    const { now, ready, supports, verified } = new VerifyContext({ clock });
    this.#parts = { now, ready, supports, verified, effort: new Effort({ signatures: mostVerified }) };
  }

  /** Examines the signatures of a set. `denies`: the purpose of NSEC and NSEC3 records. */
  examine(set: Rrset, zone: string, keys: readonly Dnskey[], denies: string | null = null): SignedSetEntry {
    return {
      name: set.name,
      type: recordTypeName(set.type),
      denies,
      records: set.records.length,
      signatures: set.signatures.slice(0, mostOfSet).map((signature): ExaminedSignature => {
        const verified = verifySet({ ...set, signatures: [signature] }, zone, keys, this.#parts);
        return { ...signatureEntry(signature), ...('key' in verified ? holds : fails(verified)) };
      }),
    };
  }
}

const holds = { state: 'good', message: null } as const;

function fails({ code, message, rule }: Unverified): Pick<ExaminedSignature, 'state' | 'message'> {
  // The rule against crafted sets (KeyTrap) says nothing of the signature.
  return { state: rule.startsWith('CVE-') ? null : (states.get(code) ?? 'bad'), message };
}
