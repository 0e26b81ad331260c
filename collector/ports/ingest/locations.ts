import type { Page } from '../system/page.ts';

/** A location is a place that DNS traffic is watched at; its agents share its key. */
export interface Location {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  readonly description: string | null;
  /** Days that its rows are kept; null for as long as the installation keeps rows. */
  readonly retentionDays: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NewLocation {
  readonly accountId: number;
  readonly name: string;
  readonly description: string | null;
  readonly retentionDays?: number | null | undefined;
}

/** A change of a location leaves undefined members as they are. */
export interface LocationChange {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly retentionDays?: number | null | undefined;
}

export interface LocationStore {
  /** Makes the location and its first key in one transaction. */
  create(location: NewLocation, key: { prefix: string; hash: Buffer }): Promise<Location>;
  /** As `create`, but undefined if the account has that many locations already, whatever is made at once. */
  createWithin(
    location: NewLocation,
    key: { prefix: string; hash: Buffer },
    most: number,
  ): Promise<Location | undefined>;
  list(accountId: number, page: Page): Promise<{ count: number; locations: Location[] }>;
  find(accountId: number, id: number): Promise<Location | undefined>;
  /** The account that a location belongs to, whoever asks; undefined if there is no such location. */
  owner(id: number): Promise<number | undefined>;
  update(accountId: number, id: number, change: LocationChange): Promise<Location | undefined>;
  /** The days of those locations that keep rows for a time of their own, the deleted ones included, by their id. */
  retentions(): Promise<ReadonlyMap<number, number>>;
  /** Revokes its keys and removes it from lists; its rows and threats stay until they expire. False if unknown. */
  delete(accountId: number, id: number): Promise<boolean>;
}
