import type { SecurityStatus, ValidationStep } from '../../ports/dns-validation.ts';

/** Whether a domain's answers can be trusted, by our own validation, and what its keys and signatures are like. */
export interface DnssecResult {
  /** Whether the zone above vouches for the zone (DS); null where that could not be found out. */
  readonly enabled: boolean | null;
  /** Whether the chain from the trust anchor holds; null where that could not be found out. */
  readonly valid: boolean | null;
  readonly status: SecurityStatus | null;
  /** A few sentences. */
  readonly details: string;
  /** The zone that the domain lies in. */
  readonly zone: string | null;
  /** From the trust anchor down; null if nothing of it could be looked up, as in all that follows. */
  readonly chain: readonly ValidationStep[] | null;
  /** What a resolver would tell of it (RFC 8914). */
  readonly extendedError: { readonly code: number; readonly name: string; readonly text: string } | null;
  readonly signers: readonly SignerEntry[] | null;
  readonly keys: readonly KeyEntry[] | null;
  readonly signatures: readonly SignatureEntry[] | null;
  /** How the zone denies names; null for unsigned zones. */
  readonly denial: DenialEntry | null;
  readonly childSync: ChildSyncEntry | null;
}

/** A DS record. */
export interface SignerEntry {
  readonly keyTag: number;
  readonly algorithm: number;
  readonly algorithmName: string;
  readonly digestType: number;
  readonly digestName: string;
  /** Whether a key of the zone is the one it stands for; null where that can't be told. */
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

/** A signature over the zone's keys or its SOA. */
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

/** What the zone asks its parent to take over (RFC 7344, RFC 8078, RFC 7477). */
export interface ChildSyncEntry {
  readonly cds: readonly string[];
  readonly cdnskey: readonly string[];
  readonly csync: readonly string[];
  readonly asksForDeletion: boolean;
}
