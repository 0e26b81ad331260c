/** A known domain states when a location first and last asked for a registrable domain; Unix seconds. */
export interface KnownDomain {
  readonly locationId: number;
  readonly domain: string;
  readonly firstSeen: number;
  readonly lastSeen: number;
}

export interface KnownDomains {
  /** Lists the domains seen last, at most so many, in groups. */
  latest(most: number, signal?: AbortSignal): AsyncIterable<KnownDomain[]>;
}
