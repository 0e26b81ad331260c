import type { Row } from '@sonde/shared/batch/row.ts';
import type { Transport } from '@sonde/shared/batch/row-layout.ts';
import type { LeakSystem } from '@sonde/shared/dns/outside-dns.ts';
import type { TrafficScope } from './traffic.ts';

/** A choice lists the values that are wanted of a column: one of `any`, unless that is empty, and none of `none`. */
export interface Choice<Value> {
  readonly any: readonly Value[];
  readonly none: readonly Value[];
}

/** Query conditions state what stored queries are to be like: everything that is given must hold. */
export interface QueryConditions {
  /** Addresses, IPv4 or IPv6 text. */
  readonly clients?: Choice<string> | undefined;
  readonly servers?: Choice<string> | undefined;
  /** Exactly these names, lower case without a trailing dot. */
  readonly names?: Choice<string> | undefined;
  /** These names and all below them. */
  readonly suffixes?: Choice<string> | undefined;
  /** Names of other systems of names (shared/dns/outside-dns.ts). */
  readonly leaks?: Choice<LeakSystem> | undefined;
  readonly queryTypes?: Choice<number> | undefined;
  readonly responseCodes?: Choice<number> | undefined;
  readonly agents?: Choice<number> | undefined;
  readonly transports?: Choice<Transport> | undefined;
  readonly policyRules?: Choice<string> | undefined;
  /** Microseconds: answers that took longer. */
  readonly slowerThan?: number | undefined;
}

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
