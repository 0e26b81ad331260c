import type { TrafficScope } from './traffic.ts';

/** A registrable domain and when it was asked for; times are to the hour. */
export interface DomainSighting {
  readonly domain: string;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly queries: number;
}

/** Questions about registrable domains: the public suffix and one label. */
export interface DomainSightings {
  /** Domains that these locations asked for in the scope and never before, latest first. */
  newDomains(scope: TrafficScope, limit: number): Promise<DomainSighting[]>;
}
