import type { StoreProfile } from '../ingest/store-profile.ts';

/** A retention policy states how long stored traffic is kept. */
export interface RetentionPolicy {
  /** How much of each query is stored; `standard` if absent. */
  readonly profile?: StoreProfile | undefined;
  /** Days that rows are kept. */
  readonly rowDays: number;
  /** Fewer days for some locations, by their id. */
  readonly rowDaysByLocation?: ReadonlyMap<number, number> | undefined;
  /** Locations of which nothing is kept, by their id. */
  readonly forgottenLocations?: readonly number[] | undefined;
  /** Days that rows keep their records, ports and message ids; as long as the rows if absent. */
  readonly detailDays?: number | undefined;
  /** Days that rollups, passive DNS and domains are kept. */
  readonly rollupDays: number;
  /** Bytes that all of it may take; the oldest days of rows go first. */
  readonly maxBytes?: number | undefined;
  /** Bytes that rollups, passive DNS and domains may take; if they take more, the oldest month of them goes. */
  readonly maxRollupBytes?: number | undefined;
  /** Days that certificates out of logs are kept; as long as rows if absent. */
  readonly certificateDays?: number | undefined;
}

export interface RetentionResult {
  /** Days of rows dropped, as YYYYMMDD, and months of rollups, as `table YYYYMM`. */
  readonly dropped: readonly string[];
  /** Days of rows whose details are being cleared, as YYYYMMDD. */
  readonly cleared: readonly string[];
  /** Bytes that remain. */
  readonly bytes: number;
}

export interface Retention {
  enforce(policy: RetentionPolicy, now: Date): Promise<RetentionResult>;
}
