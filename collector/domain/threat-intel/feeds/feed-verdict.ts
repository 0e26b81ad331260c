import type { Feed } from '../../../ports/threats/feed.ts';
import type { FeedState } from '../../../ports/threats/feeds.ts';
import type { FeedContent } from './read-feed.ts';

/** So long a feed that has become much smaller keeps its old set; then the small one is what it is. */
const shrinkDays = 3;
/** Of the rows, at most so many may be malformed: beyond that, the format has changed. */
const malformedShare = 0.5;

/** Why a document that was read is not to be trusted; undefined where it is. `now` in milliseconds. */
export function faultOf(feed: Feed, content: FeedContent, state: FeedState, now: number): string | undefined {
  const { builder, rows, malformedRows } = content;
  if (rows > 0 && malformedRows > rows * malformedShare) {
    return `${malformedRows} of ${rows} rows are malformed: the format may have changed.`;
  }
  if (feed.variesFreely === true) return undefined;
  if (builder.count === 0) return 'The feed is empty.';
  if (builder.count * 2 >= state.indicatorCount) return undefined;
  if (state.shrunkSince !== null && now - state.shrunkSince >= shrinkDays * 86_400_000) return undefined;
  return `The feed shrank from ${state.indicatorCount} indicators to ${builder.count}: the old set is kept.`;
}
