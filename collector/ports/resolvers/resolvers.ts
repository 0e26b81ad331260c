import type { Page } from '../system/page.ts';

/** A resolver is one that an account has registered, with the modules that run beside it. */
export interface Resolver {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  /** The resolver's place, in the owner's words: the name that the location had. */
  readonly place: string;
  /** The location that what it sees belongs to; null for one registered before there was any. */
  readonly locationId: number | null;
  readonly modules: readonly string[];
  readonly createdAt: Date;
  readonly lastSeenAt: Date | null;
}

export interface ResolverStore {
  /**
   * Makes the resolver and one key for each of its modules, in one transaction, and its location if the account has
   * none of that name. A location key given with it opens the ingest of that location, and goes with the resolver.
   */
  register(
    resolver: { accountId: number; name: string; place: string },
    keys: readonly { module: string; prefix: string; hash: Buffer }[],
    locationKey?: { prefix: string; hash: Buffer },
  ): Promise<Resolver>;
  list(accountId: number, page: Page): Promise<{ count: number; resolvers: Resolver[] }>;
  find(accountId: number, id: number): Promise<Resolver | undefined>;
  /** Revokes its keys and removes it from lists. False if unknown. */
  delete(accountId: number, id: number): Promise<boolean>;
  /** Notes when resolvers were heard of, many at once. */
  recordSeen(seen: ReadonlyMap<number, Date>): Promise<void>;
}
