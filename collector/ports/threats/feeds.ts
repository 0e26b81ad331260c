import type { SourceState } from '@sonde/scanner/ports/source-state.ts';

/** A feed's state is kept between two runs. */
export interface FeedState extends SourceState {
  readonly feed: string;
  readonly indicatorCount: number;
  readonly rows: number;
  readonly malformedRows: number;
  /** Rows left out because they name something well known to be good. */
  readonly subtractedRows: number;
}

/** The store keeps the states of feeds. */
export interface FeedStateStore {
  load(feed: string): Promise<FeedState | undefined>;
  save(state: FeedState): Promise<void>;
  all(): Promise<FeedState[]>;
  /** Has a feed looked at as early as the given state says; all of that counts if the feed has no state yet. */
  askNow(state: FeedState): Promise<void>;
}
