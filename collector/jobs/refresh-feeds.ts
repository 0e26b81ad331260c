import {
  type RefreshFeedsPorts,
  refreshFeeds as refresh,
} from '../domain/intelligence/threat-intel/feeds/refresh-feeds.ts';
import type { Feed } from '../ports/threats/feed.ts';
import { defineJob } from './define-job.ts';

export const refreshFeeds = defineJob<{
  readonly enabledFeeds: readonly Feed[];
  readonly feedPorts: RefreshFeedsPorts;
}>({
  name: 'refresh-feeds',
  summary: 'Fetches the enabled feeds that are due, on one of several collectors.',
  everySeconds: 10,
  run: ({ enabledFeeds, feedPorts }, signal) => refresh(enabledFeeds, feedPorts, signal),
});
