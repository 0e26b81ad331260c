import type { FeedState } from '../../../ports/threats/feeds.ts';

/** A feed that was never asked. */
export function newFeedState(feed: string): FeedState {
  return {
    feed,
    status: 'pending',
    note: null,
    lastAttemptAt: null,
    lastOkAt: null,
    fetchedAt: null,
    nextAttemptAt: 0,
    etag: null,
    lastModified: null,
    contentHash: null,
    indicatorCount: 0,
    rows: 0,
    malformedRows: 0,
    subtractedRows: 0,
    consecutiveFailures: 0,
    shrunkSince: null,
  };
}
