import type { Row } from '@sonde/shared/batch/row.ts';

/** Which stored queries are wanted. Times are half-open; everything that is given must hold. */
export interface QueryFilter {
  readonly locationIds: readonly number[];
  readonly from: Date;
  readonly to: Date;
  /** One client's address, IPv4 or IPv6 text. */
  readonly clientAddress?: string | undefined;
  /** Exactly this name, lower case without a trailing dot. */
  readonly name?: string | undefined;
  /** This name and all below it. */
  readonly suffix?: string | undefined;
  readonly queryType?: number | undefined;
  readonly responseCode?: number | undefined;
}

/** A stored row: what was sent, and where it was seen. */
export interface StoredQuery extends Row {
  readonly locationId: number;
  readonly agentId: number;
}

/** Characters of a cursor, at most: one behind a name of 255 octets, each of them written as four characters, fits. */
export const maxCursorLength = 4_000;

export interface QueryPage {
  /** Newest first. */
  readonly queries: StoredQuery[];
  /** Opaque; the place behind the last of these. Null at the end. */
  readonly nextCursor: string | null;
}

export interface QuerySearch {
  /** Throws a StoreError: `refused` for a cursor that is none, `limit` where the question takes too much. */
  search(filter: QueryFilter, page: { limit: number; cursor?: string | undefined }): Promise<QueryPage>;
  /** All of them, newest first, in groups; ends early where the signal says so. */
  export(filter: QueryFilter, signal?: AbortSignal): AsyncIterable<StoredQuery[]>;
}
