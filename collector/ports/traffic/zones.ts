/** `pending`: never read. `active`: the set is what the registry gave last. `degraded`: an older set is kept. `failed`: there is none. */
export type ZoneStatus = 'pending' | 'active' | 'degraded' | 'failed';

/** A zone state holds the facts that are kept of a followed zone between two looks. Times are milliseconds since 1970. */
export interface ZoneState {
  /** Without the dot at its end, in lower case: `com`. */
  readonly zone: string;
  readonly status: ZoneStatus;
  /** The reason why it isn't active, in a sentence. */
  readonly note: string | null;
  readonly lastAttemptAt: number | null;
  /** The last answer that was good, changed or not. */
  readonly readAt: number | null;
  readonly nextAttemptAt: number;
  /** Delegations in the set that is kept, and those among them that the set before had not; null before the first. */
  readonly names: number | null;
  readonly newNames: number | null;
  /** Looks in a row that failed. */
  readonly failures: number;
  /** Since when the zone has been too small to be believed. */
  readonly shrunkSince: number | null;
}

export interface ZoneStateStore {
  all(): Promise<ZoneState[]>;
  save(state: ZoneState): Promise<void>;
  /** Forgets those that are followed no more. */
  keepOnly(zones: readonly string[]): Promise<void>;
}

export type ZoneFault = 'cut' | 'no_gzip' | 'no_zone' | 'too_large' | 'no_room';

/** A zone error states why a zone's file can't be read. */
export class ZoneError extends Error {
  readonly fault: ZoneFault;

  constructor(fault: ZoneFault, message: string) {
    super(message);
    this.name = 'ZoneError';
    this.fault = fault;
  }
}

/** A zone version states what an answer said of itself, by which the next is asked for. */
export interface ZoneVersion {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface KeptZone extends ZoneVersion {
  readonly names: number;
}

/** A prepared set lies beside the kept one until it takes its place. */
export interface PreparedZone {
  readonly names: number;
  /** Those that the kept set has not; null if there is none to compare with. */
  readonly newNames: number | null;
  /** Names that are none, left out. */
  readonly malformed: number;
  /** The new ones, some at a time, sorted. */
  fresh(): AsyncIterable<string[]>;
  /** Takes the place of the kept set, which stays as the one before. */
  keep(version: ZoneVersion): Promise<void>;
}

/** The sets of delegated names of zones, sorted, on the disk of one collector. */
export interface ZoneSets {
  kept(zone: string): Promise<KeptZone | undefined>;
  /** Unpacks, sorts and compares; throws a ZoneError, and what the body throws. The kept set stays. */
  prepare(zone: string, packed: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<PreparedZone>;
  /** Removes what a look left behind. */
  clean(zone: string): Promise<void>;
  keepOnly(zones: readonly string[]): Promise<void>;
}
