import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { listFeeds as list } from '../../domain/intelligence/threat-intel/feeds/feed-list.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { Feed } from '../../ports/threats/feed.ts';
import type { FeedStateStore } from '../../ports/threats/feeds.ts';
import type { IndicatorStore } from '../../ports/threats/indicators.ts';

interface ListFeedsPorts {
  readonly feeds: readonly Feed[];
  readonly enabledFeeds: readonly Feed[];
  readonly feedStates: Pick<FeedStateStore, 'all'>;
  readonly indicators: Pick<IndicatorStore, 'sources'>;
}

export const listFeeds = defineEndpoint({
  method: 'GET',
  path: '/api/v1/threat-intel/feeds',
  summary: 'List the feeds of indicators',
  description:
    'Every feed that the product knows, with its true state, and the lists that an administrator has imported. ' +
    '`disabled` ones are not asked for; `pending` ones have not been asked yet; `degraded` ones stand by an older set, ' +
    'and `failed` ones have none to stand by.',
  family: 'Threat intelligence',
  access: 'authenticated',
  response: z.object({
    total_feeds: z.int().min(0),
    feeds: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        type: z.enum(['cve', 'url', 'ip', 'ioc', 'botnet_c2', 'ssl_certificate']),
        status: z.enum(['active', 'pending', 'degraded', 'needs_key', 'failed', 'disabled']),
        last_updated: timestampSchema.nullable().describe('When the set that is in force was fetched.'),
        last_checked: timestampSchema.nullable().describe('The last good answer, changed or not.'),
        indicator_count: z.int().min(0),
        note: z.string().nullable().describe('Why it is not active, or what else is to know.'),
        licence: z.string().nullable(),
        homepage: z.string().nullable(),
      }),
    ),
  }),
  async run(_input, ports: ListFeedsPorts) {
    const [states, sources] = await Promise.all([ports.feedStates.all(), ports.indicators.sources()]);
    const enabled = new Set(ports.enabledFeeds.map(({ id }) => id));
    const known = list(ports.feeds, states).map((feed) => ({
      id: feed.id,
      name: feed.name,
      type: feed.type,
      status: enabled.has(feed.id) ? feed.status : ('disabled' as const),
      last_updated: feed.lastUpdated?.toISOString() ?? null,
      last_checked: feed.lastOkAt?.toISOString() ?? null,
      indicator_count: feed.indicatorCount,
      note: feed.note,
      licence: feed.licence,
      homepage: feed.homepage,
    }));
    const ids = new Set(ports.feeds.map(({ id }) => id));
    const imported = sources
      .filter(({ source }) => !ids.has(source))
      .map(({ source, count, updatedAt }) => ({
        id: source,
        name: source,
        type: 'ioc' as const,
        status: 'active' as const,
        last_updated: updatedAt.toISOString(),
        last_checked: updatedAt.toISOString(),
        indicator_count: count,
        note: 'Imported by an administrator.',
        licence: null,
        homepage: null,
      }));
    const feeds = [...known, ...imported];
    return { total_feeds: feeds.length, feeds };
  },
});
