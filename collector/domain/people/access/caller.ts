import type { Tier } from '../../../ports/accounts/accounts.ts';
import type { KeyBounds } from '../../../ports/accounts/key-bounds.ts';
import type { Role } from '../../../ports/accounts/people.ts';
import type { CertificateState } from '../../../ports/ingest/client-authorities.ts';

/** A caller's session is a sign-in of a person with a browser. */
export interface CallerSession {
  readonly id: number;
  /** Whether the person has proved a short while ago who he is. */
  readonly confirmed: boolean;
}

/** A client proof states what the connection of a sender proves beside the key that it sent; `local`: it came by a Unix socket. */
export interface ClientProof {
  readonly state: CertificateState | 'local';
  /** Whether senders are refused without a certificate that fits. */
  readonly required: boolean;
}

/** A caller is nobody known, a person or program with an account, or a sender with a scoped key. */
export type Caller =
  | { readonly kind: 'anonymous'; readonly address: string }
  | {
      readonly kind: 'account';
      readonly accountId: number;
      readonly tier: Tier;
      readonly administrator: boolean;
      readonly keyId: number | null;
      /** The member of the account who asks; null for a key, which is the account's own. */
      readonly personId: number | null;
      /** Keys of the account may what its owners may, unless they were made for less. */
      readonly role: Role;
      readonly session: CallerSession | null;
      /** The bounds of the caller's key; undefined if the key has none. */
      readonly bounds?: KeyBounds | undefined;
      /** The time at which the caller's key ends. */
      readonly keyExpiresAt?: Date | null;
    }
  | {
      readonly kind: 'location';
      readonly accountId: number;
      readonly locationId: number;
      /** The tier of the account that the location belongs to. */
      readonly tier: Tier;
      readonly keyId: number;
      /** The key as presented, which a binary batch's signature is verified with. */
      readonly secret: string;
      /** Undefined where agents get no certificates. */
      readonly certificate?: ClientProof;
    }
  | {
      readonly kind: 'resolver';
      readonly accountId: number;
      readonly resolverId: number;
      readonly module: string;
      readonly tier: Tier;
      readonly keyId: number;
      readonly secret: string;
    }
  | {
      readonly kind: 'provisioning';
      readonly accountId: number;
      readonly tier: Tier;
      readonly keyId: number;
      readonly bounds?: KeyBounds | undefined;
    };

export type AccountCaller = Extract<Caller, { readonly kind: 'account' }>;
