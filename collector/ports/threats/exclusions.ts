/**
 * An exclusion states what an account doesn't want to hear about. Everything that is given must hold; something is
 * always given.
 */
export interface StoredExclusion {
  readonly id: number;
  /** Null for all locations of the account. */
  readonly locationId: number | null;
  /** `*.example.com` is everything below example.com, `example.com` also itself. */
  readonly name: string | null;
  /** An address or a network, in normal form. */
  readonly client: string | null;
  readonly note: string | null;
  readonly createdAt: Date;
}

/** A location's exclusion is in force at that location. */
export interface LocationExclusion {
  readonly locationId: number;
  readonly name: string | null;
  readonly client: string | null;
}

export interface ExclusionStore {
  list(accountId: number): Promise<StoredExclusion[]>;
  /** The same one again changes nothing but the note. Undefined if the account has as many as it may. */
  add(
    accountId: number,
    exclusion: Omit<StoredExclusion, 'id' | 'createdAt'>,
    most: number,
  ): Promise<StoredExclusion | undefined>;
  /** False if the account has no such one. */
  remove(accountId: number, id: number): Promise<boolean>;
  /** Lists the exclusions of all accounts, by the locations that they are for. */
  inForce(): Promise<LocationExclusion[]>;
}
