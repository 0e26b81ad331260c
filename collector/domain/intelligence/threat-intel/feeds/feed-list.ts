import type { Feed } from '../../../../ports/threats/feed.ts';
import type { FeedState } from '../../../../ports/threats/feeds.ts';
import { newFeedState } from './feed-state.ts';

/** One feed as the API lists it. */
export interface ListedFeed {
  readonly name: string;
  readonly type: Feed['type'];
  readonly status: FeedState['status'];
  readonly lastUpdated: Date | null;
  readonly indicatorCount: number;
  readonly id: string;
  readonly note: string | null;
  readonly licence: string;
  readonly homepage: string;
  readonly lastOkAt: Date | null;
}

/** The feeds with their states, in the order of their names; those without a state have never been asked. */
export function listFeeds(feeds: readonly Feed[], states: readonly FeedState[]): ListedFeed[] {
  const byId = new Map(states.map((state) => [state.feed, state]));
  return feeds
    .map((feed) => {
      const state = byId.get(feed.id) ?? newFeedState(feed.id);
      return {
        id: feed.id,
        name: feed.name,
        type: feed.type,
        status: state.status,
        lastUpdated: state.fetchedAt === null ? null : new Date(state.fetchedAt),
        indicatorCount: state.indicatorCount,
        note: state.note,
        licence: feed.licence,
        homepage: feed.homepage,
        lastOkAt: state.lastOkAt === null ? null : new Date(state.lastOkAt),
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
