import {
  type RefreshFeedsPorts,
  refreshFeeds as refresh,
} from '../../domain/intelligence/threat-intel/feeds/refresh-feeds.ts';
import type { Feed } from '../../ports/threats/feed.ts';
import { defineJob } from '../define-job.ts';

export const refreshFeeds = defineJob<{
  readonly feedsInForce: { readonly isKnown: boolean; readonly enabled: readonly Feed[] };
  readonly feedPorts: RefreshFeedsPorts;
}>({
  name: 'refresh-feeds',
  summary: 'Fetches the enabled feeds that are due, on one of several collectors.',
  everySeconds: 3,
  run: async ({ feedsInForce, feedPorts }, signal) => {
    // Before that, a feed that was switched on by hand would be taken for one that is off, and forgotten.
    if (feedsInForce.isKnown) await refresh(feedsInForce.enabled, feedPorts, signal);
  },
});
