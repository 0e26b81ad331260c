import type { Page } from '../system/page.ts';

/** A told policy states which policy a resolver says that it holds. */
export interface ToldPolicy {
  readonly version: number;
  /** The serial of the zone that it is served as; null if the resolver does not tell. */
  readonly serial: number | null;
  /** The version that it went back from by itself, and takes no more. */
  readonly refusedVersion: number | null;
  /** Rules that it cannot enforce; null if it does not tell. */
  readonly notEnforced: number | null;
}

/** A held policy states what a resolver told last of its policy. */
export interface HeldPolicy extends ToldPolicy {
  readonly heldSince: Date;
  readonly toldAt: Date;
  /** The time of the first version that it does not hold; null if it holds the version in force. */
  readonly behindSince: Date | null;
}

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
  /** Null if it never told which policy it holds. */
  readonly policy: HeldPolicy | null;
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
  /** Notes which policy a resolver holds. Told the same again, `toldAt` may stay as it was for a minute. */
  recordPolicy(id: number, told: ToldPolicy): Promise<void>;
  /** Notes when resolvers were heard of, many at once. */
  recordSeen(seen: ReadonlyMap<number, Date>): Promise<void>;
}
