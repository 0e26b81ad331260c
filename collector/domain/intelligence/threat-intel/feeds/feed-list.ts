import type { Feed } from '../../../../ports/threats/feed.ts';
import type { FeedChange } from '../../../../ports/threats/feed-settings.ts';
import type { FeedState } from '../../../../ports/threats/feeds.ts';
import { newFeedState } from './feed-state.ts';
import type { FeedsInForce, KeyOrigin } from './feeds-in-force.ts';

/** A listed feed is a feed with its state and its changes. */
export interface ListedFeed {
  readonly feed: Feed;
  readonly state: FeedState;
  readonly isEnabled: boolean;
  readonly change: FeedChange;
  /** The origin of the publisher's key; undefined if there is none. */
  readonly keyOrigin: KeyOrigin | undefined;
}

/** Lists one feed; without a state it has never been asked. */
export function listedFeed(feed: Feed, state: FeedState | undefined, feeds: FeedsInForce): ListedFeed {
  return {
    feed,
    state: state ?? newFeedState(feed.id),
    isEnabled: feeds.isEnabled(feed.id),
    change: feeds.changeOf(feed.id),
    keyOrigin: feed.key === undefined ? undefined : feeds.keyOrigin(feed.key.setting),
  };
}

/** Lists all feeds in the order of their names. */
export function listFeeds(feeds: FeedsInForce, states: readonly FeedState[]): ListedFeed[] {
  const byId = new Map(states.map((state) => [state.feed, state]));
  return feeds.all
    .map((feed) => listedFeed(feed, byId.get(feed.id), feeds))
    .sort((a, b) => (a.feed.name < b.feed.name ? -1 : 1));
}
