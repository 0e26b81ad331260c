import type { TrafficScope } from './traffic.ts';

/** A domain sighting is a registrable domain with the times at which it was asked for, to the hour. */
export interface DomainSighting {
  readonly domain: string;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly queries: number;
}

/** A domain filter chooses registrable domains by their names. */
export interface DomainFilter {
  /** Those below it alone: a top-level domain or any other suffix. */
  readonly suffix?: string | undefined;
  /** `*` stands for any letters, `?` for one. */
  readonly pattern?: string | undefined;
}

/** Domain sightings answer questions about registrable domains: the public suffix and one label. */
export interface DomainSightings {
  /** Domains that these locations asked for in the scope and never before, latest first. */
  newDomains(scope: TrafficScope, limit: number, filter?: DomainFilter): Promise<DomainSighting[]>;
}
