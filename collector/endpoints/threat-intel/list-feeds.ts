import { z } from 'zod';
import { listFeeds as list } from '../../domain/intelligence/threat-intel/feeds/feed-list.ts';
import type { FeedsInForce } from '../../domain/intelligence/threat-intel/feeds/feeds-in-force.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { FeedStateStore } from '../../ports/threats/feeds.ts';
import type { IndicatorStore } from '../../ports/threats/indicators.ts';
import { feedSchema, type PresentedFeed, presentFeed } from './present-feed.ts';

interface ListFeedsPorts {
  readonly feedsInForce: FeedsInForce;
  readonly feedStates: Pick<FeedStateStore, 'all'>;
  readonly indicators: Pick<IndicatorStore, 'sources'>;
}

export const listFeeds = defineEndpoint({
  method: 'GET',
  path: '/api/v1/threat-intel/feeds',
  summary: 'List the feeds of indicators',
  description:
    'Returns every feed that Sonde knows, with its state, and the lists that administrators have ' +
    'imported. A `disabled` feed is not fetched. A `pending` feed has not been fetched yet. A ' +
    '`degraded` feed still uses an older version. A `failed` feed has no version to use.',
  family: 'Threat intelligence',
  access: 'authenticated',
  response: z.object({ total_feeds: z.int().min(0), feeds: z.array(feedSchema) }),
  async run(_input, { feedsInForce, feedStates, indicators }: ListFeedsPorts) {
    const [states, sources] = await Promise.all([feedStates.all(), indicators.sources()]);
    const imported = sources
      .filter(({ source }) => feedsInForce.find(source) === undefined)
      .map(({ source, count, updatedAt }) => importedList(source, count, updatedAt.toISOString()));
    const feeds = [...list(feedsInForce, states).map(presentFeed), ...imported];
    return { total_feeds: feeds.length, feeds };
  },
});

function importedList(source: string, count: number, at: string): PresentedFeed {
  return {
    id: source,
    name: source,
    type: 'ioc',
    status: 'active',
    last_updated: at,
    last_checked: at,
    last_attempt_at: null,
    next_attempt_at: null,
    indicator_count: count,
    note: 'Imported by an administrator.',
    licence: null,
    homepage: null,
    url: null,
    format: null,
    is_default: false,
    is_enabled: true,
    weight: null,
    severity: null,
    threat_type: null,
    changed: null,
    key: null,
  };
}
