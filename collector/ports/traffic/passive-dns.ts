/**
 * A passive record is a record as it was seen in answers: name, type and data, with the time between the first and the
 * last sight.
 */
export interface PassiveRecord {
  readonly name: string;
  /** Record type number. */
  readonly type: number;
  /** Presentation form. */
  readonly data: string;
  /** To the second. */
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly count: number;
}

export interface PassiveDnsFilter {
  readonly locationIds: readonly number[];
  readonly type?: number | undefined;
  /** Only what was seen after that time. */
  readonly seenSince?: Date | undefined;
  readonly limit: number;
}

/**
 * Passive DNS tells which name had which data, from the answers that were observed. Lists are sorted by last sight,
 * newest first.
 */
export interface PassiveDns {
  /** Records of a name, lower case without a trailing dot; with `below`, of all names under it as well. */
  byName(name: string, filter: PassiveDnsFilter & { readonly below?: boolean }): Promise<PassiveRecord[]>;
  /** Records with that data: an address, a name server, a CNAME's target. */
  byData(data: string, filter: PassiveDnsFilter): Promise<PassiveRecord[]>;
}
