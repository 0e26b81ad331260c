import { pendingSource } from '@sonde/scanner/datasets/refresh/look-at-source.ts';
import type { FeedState } from '../../../../ports/threats/feeds.ts';

/** Makes the state of a feed that was never asked. */
export function newFeedState(feed: string): FeedState {
  return { ...pendingSource, feed, indicatorCount: 0, rows: 0, malformedRows: 0, subtractedRows: 0 };
}
