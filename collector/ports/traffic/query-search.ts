import type { Choice, QueryConditions } from '@sonde/shared/batch/query-conditions.ts';
import type { Row } from '@sonde/shared/batch/row.ts';
import type { TrafficScope } from './traffic.ts';

/** A query filter chooses stored queries. */
export interface QueryFilter extends TrafficScope, QueryConditions {}

/** Chooses one value and no other. */
export function only<Value>(value: Value): Choice<Value> {
  return { any: [value], none: [] };
}

/** A stored query is a stored row: what was sent, and where it was seen. */
export interface StoredQuery extends Row {
  readonly locationId: number;
  readonly agentId: number;
}

/**
 * A cursor has at most this many characters: one behind a name of 255 octets, each of them written as four characters,
 * fits.
 */
export const maxCursorLength = 4_000;

export interface QueryPage {
  /** Newest first. */
  readonly queries: StoredQuery[];
  /** Opaque; the place behind the last of these. Null at the end. */
  readonly nextCursor: string | null;
}

export interface QuerySearch {
  /** Throws a StoreError: `refused` for a cursor that is none, `limit` if the question takes too much. */
  search(filter: QueryFilter, page: { limit: number; cursor?: string | undefined }): Promise<QueryPage>;
  /** All of them, newest first, in groups; ends early if the signal says so. */
  export(filter: QueryFilter, signal?: AbortSignal): AsyncIterable<StoredQuery[]>;
}
