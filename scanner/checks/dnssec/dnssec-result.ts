import type { SecurityStatus, ValidationStep } from '../../ports/dns-validation.ts';

/**
 * A DNSSEC result states whether a domain's answers can be trusted, by our own validation, and the state of its keys
 * and signatures.
 */
export interface DnssecResult {
  /** Whether the zone above vouches for the zone (DS); null if that could not be found out. */
  readonly enabled: boolean | null;
  /** Whether the chain from the trust anchor holds; null if that could not be found out. */
  readonly valid: boolean | null;
  readonly status: SecurityStatus | null;
  /** A few sentences. */
  readonly details: string;
  /** The zone that the domain lies in. */
  readonly zone: string | null;
  /** From the trust anchor down; null if nothing of it could be looked up, as in all that follows. */
  readonly chain: readonly ValidationStep[] | null;
  /** The extended error that a resolver would tell (RFC 8914). */
  readonly extendedError: { readonly code: number; readonly name: string; readonly text: string } | null;
  readonly signers: readonly SignerEntry[] | null;
  readonly keys: readonly KeyEntry[] | null;
  readonly signatures: readonly SignatureEntry[] | null;
  /** The zone's way to deny names; null for unsigned zones. */
  readonly denial: DenialEntry | null;
  readonly childSync: ChildSyncEntry | null;
  /** Every zone from the trust anchor down to the domain's; null if none of them is known. */
  readonly zones: readonly ZoneEntry[] | null;
}

/**
 * A zone entry describes a zone of the chain: the records that vouch for its keys, the keys, and the sets of the chain
 * that it signs.
 */
export interface ZoneEntry {
  readonly zone: string;
  /** By our own validation; null if it was not reached. */
  readonly status: SecurityStatus | null;
  /** Key tags that a trust anchor names; null for zones without one, and if the anchors are not known. */
  readonly anchors: readonly number[] | null;
  /** DS records of the zone above; empty if it has none, null if that is not known, and for a zone with a trust anchor. */
  readonly signers: readonly SignerEntry[] | null;
  /** Null if they could not be looked up. */
  readonly keys: readonly KeyEntry[] | null;
  readonly sets: readonly SignedSetEntry[];
}

/**
 * A signed set entry describes one record set of the chain and its signatures: a zone's keys, the DS records of the
 * next zone or their denial, or the domain's own records.
 */
export interface SignedSetEntry {
  readonly name: string;
  readonly type: string;
  /** NSEC and NSEC3: what they deny. */
  readonly denies: string | null;
  readonly records: number;
  /** Empty if there is none: in a zone that is signed, it is missing. */
  readonly signatures: readonly ExaminedSignature[];
}

export interface ExaminedSignature extends SignatureEntry {
  /** Null if it was not looked at: a zone may have more than are worth it. */
  readonly state: SignatureState | null;
  /** One sentence, unless it holds. */
  readonly message: string | null;
}

export const signatureStates = ['good', 'expired', 'not_yet', 'no_key', 'unsupported', 'bad'] as const;
export type SignatureState = (typeof signatureStates)[number];

/** A signer entry describes a DS record. */
export interface SignerEntry {
  readonly keyTag: number;
  readonly algorithm: number;
  readonly algorithmName: string;
  readonly digestType: number;
  readonly digestName: string;
  /** Whether a key of the zone is the one it stands for; null if that can't be told. */
  readonly matches: boolean | null;
}

export interface KeyEntry {
  readonly keyTag: number;
  readonly flags: number;
  readonly algorithm: number;
  readonly algorithmName: string;
  /** Of RSA keys. */
  readonly bits: number | null;
  readonly secureEntryPoint: boolean;
  readonly revoked: boolean;
  readonly vouchedFor: boolean;
  readonly signsKeys: boolean;
}

/** A signature entry describes a signature over the zone's keys or its SOA. */
export interface SignatureEntry {
  readonly covers: string;
  readonly keyTag: number;
  readonly algorithm: number;
  /** ISO 8601. */
  readonly inception: string;
  readonly expiration: string;
}

export interface DenialEntry {
  readonly kind: 'nsec' | 'nsec3';
  readonly iterations: number | null;
  /** Octets. */
  readonly saltLength: number | null;
  readonly optOut: boolean | null;
}

/**
 * A child synchronisation entry lists the records by which the zone asks its parent to take changes over (RFC 7344, RFC
 * 8078, RFC 7477).
 */
export interface ChildSyncEntry {
  readonly cds: readonly string[];
  readonly cdnskey: readonly string[];
  readonly csync: readonly string[];
  readonly asksForDeletion: boolean;
}
