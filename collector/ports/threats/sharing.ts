import type { Severity } from '@sonde/shared/schemas/severity.ts';

/**
 * The parts of what is shared, in the order in which they are told at one moment, so that what others refer to comes
 * first. An observable and an indicator stand for a subject; an observation and a sighting for one threat.
 */
export const sharedParts = ['observable', 'indicator', 'observation', 'sighting'] as const;
export type SharedPart = (typeof sharedParts)[number];

/** A shared item is a subject that is spoken against, or a threat about it. */
export interface SharedItem {
  readonly part: SharedPart;
  /** The subject; of observations and sightings the number of the threat. */
  readonly key: string;
  /** A name, an address, a network, a URL without its scheme, or the digest of a certificate. */
  readonly subject: string;
  /** When the item became what it is: RFC 3339 in UTC, to the microsecond. */
  readonly changedAt: string;
  readonly openedAt: Date;
  readonly types: readonly string[];
  readonly severity: Severity;
  readonly techniques: readonly string[];
  readonly sources: readonly string[];
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  /** When nothing spoke against it any more, or will not; null if that is not known. */
  readonly endedAt: Date | null;
  /** Queries that were seen; 0 for indicators of lists. */
  readonly count: number;
  readonly description: string | null;
  /** A name that does not stand for the names below it. */
  readonly exact: boolean;
}

/** A shared place is the place of an item in the order of what is shared. */
export type SharedPlace = Pick<SharedItem, 'changedAt' | 'part' | 'key'>;

export interface SharedQuestion {
  /** Which parts; all four if it has them. */
  readonly parts: readonly SharedPart[];
  /** What became so later than that, RFC 3339. */
  readonly addedAfter?: string | undefined;
  /** Behind that place. */
  readonly after?: SharedPlace | undefined;
  readonly limit: number;
}

export interface ThreatsAsked {
  readonly accountId: number;
  /** Null for all of the account. */
  readonly locationIds: readonly number[] | null;
  readonly leastSeverity: Severity;
  /** Types that say nothing against their subject. */
  readonly notTypes: readonly string[];
}

/**
 * A sharing store tells what is shared in the order in which it became what it is: what changes moves to the end, and
 * nothing comes in before what was told, so that who goes on behind a place misses nothing.
 */
export interface SharingStore {
  /** Threats whose subject is not the client, and their subjects. */
  ofThreats(asked: ThreatsAsked, question: SharedQuestion): Promise<SharedItem[]>;
  /** Indicators of all sources but these, once for each subject. */
  ofLists(notSources: readonly string[], question: SharedQuestion): Promise<SharedItem[]>;
}
