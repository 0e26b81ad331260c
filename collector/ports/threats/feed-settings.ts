import type { Severity } from '@sonde/shared/schemas/severity.ts';

/**
 * A feed change states what an administrator says of a feed while the collector runs; null leaves it as the settings
 * and the program have it.
 */
export interface FeedChange {
  readonly enabled: boolean | null;
  /** 0 to 1. */
  readonly weight: number | null;
  readonly severity: Severity | null;
  readonly threatType: string | null;
}

/** The store has the settings of feeds that collectors on one database share. */
export interface FeedSettingsStore {
  /** Lists the changes of feeds that somebody changed something about. */
  changes(): Promise<ReadonlyMap<string, FeedChange>>;
  /** Replaces what was said of a feed before. */
  change(feed: string, change: FeedChange): Promise<void>;
  /** Keys of publishers, sealed, by the setting that each stands for. */
  keys(): Promise<ReadonlyMap<string, string>>;
  setKey(setting: string, sealed: string): Promise<void>;
  /** False if there was none. */
  removeKey(setting: string): Promise<boolean>;
}
