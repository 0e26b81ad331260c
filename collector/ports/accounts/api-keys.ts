import type { KeyBounds } from './key-bounds.ts';
import type { Role } from './people.ts';

/**
 * A key's scope states what the API key opens: the whole account, one location's ingest, one resolver's module, or
 * administration.
 */
export type KeyScope =
  | { readonly kind: 'account' }
  | { readonly kind: 'location'; readonly locationId: number }
  | { readonly kind: 'resolver'; readonly resolverId: number; readonly module: string }
  | { readonly kind: 'admin' }
  /** Tells who the account's people are, and nothing else. */
  | { readonly kind: 'provisioning' };

export interface ApiKey {
  readonly id: number;
  readonly accountId: number;
  readonly scope: KeyScope;
  /** The first characters, enough to recognise a key by and too few to use. */
  readonly prefix: string;
  readonly label: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** The key may do in its account what a member with this role may. */
  readonly role: Role;
  /** When it stops working; null for never. */
  readonly expiresAt: Date | null;
  readonly bounds: KeyBounds;
}

export interface NewApiKey {
  readonly accountId: number;
  readonly scope: KeyScope;
  readonly prefix: string;
  readonly hash: Buffer;
  readonly label: string;
  /** `owner` unless said otherwise. */
  readonly role?: Role;
  readonly expiresAt?: Date | null;
  /** None unless said otherwise. */
  readonly bounds?: KeyBounds;
}

/** Keys are stored by their SHA-256 alone: they are random and long, so a slow hash would protect nothing more. */
export interface ApiKeyStore {
  create(key: NewApiKey): Promise<ApiKey>;
  /**
   * As `create`, but undefined if the account has that many keys of its own already, whatever is made at once. Keys of
   * its locations and resolvers come and go with these.
   */
  createWithin(key: NewApiKey, most: number): Promise<ApiKey | undefined>;
  /** The key of that hash unless revoked or expired. */
  findByHash(hash: Buffer): Promise<ApiKey | undefined>;
  /** Tells whether a key of that hash was revoked: it stays so, and the same key can't be made again. */
  wasRevoked(hash: Buffer): Promise<boolean>;
  /** False if that account has no such key. */
  revoke(accountId: number, keyId: number): Promise<boolean>;
  list(accountId: number): Promise<ApiKey[]>;
  /** Notes uses of keys, many at once, so that a request costs no write. */
  recordUse(uses: ReadonlyMap<number, Date>): Promise<void>;
}
