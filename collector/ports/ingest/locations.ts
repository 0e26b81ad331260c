import type { Page } from '../system/page.ts';

/** A place that DNS traffic is watched at; its agents share its key. */
export interface Location {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  readonly description: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface LocationStore {
  /** Makes the location and its first key in one transaction. */
  create(
    location: { accountId: number; name: string; description: string | null },
    key: { prefix: string; hash: Buffer },
  ): Promise<Location>;
  list(accountId: number, page: Page): Promise<{ count: number; locations: Location[] }>;
  find(accountId: number, id: number): Promise<Location | undefined>;
  /** The account that a location belongs to, whoever asks; undefined where there is no such location. */
  owner(id: number): Promise<number | undefined>;
  update(
    accountId: number,
    id: number,
    change: { name?: string | undefined; description?: string | null | undefined },
  ): Promise<Location | undefined>;
  /** Revokes its keys and removes it from lists; its rows and threats stay until they expire. False where unknown. */
  delete(accountId: number, id: number): Promise<boolean>;
}
