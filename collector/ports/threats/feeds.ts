import type { SourceState, SourceStatus } from '@sonde/scanner/ports/source-state.ts';

export type FeedStatus = SourceStatus;

/** What is known of a feed between two runs. */
export interface FeedState extends SourceState {
  readonly feed: string;
  readonly indicatorCount: number;
  readonly rows: number;
  readonly malformedRows: number;
  /** Rows left out because they name something well known to be good. */
  readonly subtractedRows: number;
}

/** Keeps the states of feeds. */
export interface FeedStateStore {
  load(feed: string): Promise<FeedState | undefined>;
  save(state: FeedState): Promise<void>;
  all(): Promise<FeedState[]>;
}
