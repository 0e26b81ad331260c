import type {
  FeedsInForce,
  FollowFeedsPorts,
} from '../domain/intelligence/threat-intel/feeds/feeds-in-force.ts';
import { defineJob } from './define-job.ts';

export const followFeedSettings = defineJob<
  FollowFeedsPorts & { readonly feedsInForce: Pick<FeedsInForce, 'refresh'> }
>({
  name: 'follow-feed-settings',
  summary:
    'Takes over which feeds are on, their keys and judgements, on whichever collector they were changed.',
  everySeconds: 5,
  beforeReady: true,
  run: ({ feedsInForce, ...ports }) => feedsInForce.refresh(ports),
});
