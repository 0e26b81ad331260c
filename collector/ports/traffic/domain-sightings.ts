import type { TrafficScope } from './traffic.ts';

/** A domain sighting is a registrable domain with the times at which it was asked for, to the hour. */
export interface DomainSighting {
  readonly domain: string;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly queries: number;
}

/** Domain sightings answer questions about registrable domains: the public suffix and one label. */
export interface DomainSightings {
  /** Domains that these locations asked for in the scope and never before, latest first. */
  newDomains(scope: TrafficScope, limit: number): Promise<DomainSighting[]>;
}
