import { z } from 'zod';
import {
  type ChangeFeedPorts,
  refreshFeedNow,
  requireFeed,
} from '../../domain/intelligence/threat-intel/feeds/change-feed.ts';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { feedSchema, presentCurrent } from './present-feed.ts';

export const refreshFeed = defineEndpoint({
  method: 'POST',
  path: '/api/v1/threat-intel/feeds/{id}/refresh',
  summary: 'Look at a feed now',
  description:
    'One of the collectors checks the feed within seconds. `last_attempt_at` then changes, and ' +
    '`status` and `note` show the result. Allowed at most once a minute.',
  family: 'Threat intelligence',
  access: 'admin',
  params: z.object({
    id: z
      .string()
      .max(100)
      .meta({ examples: ['urlhaus'] }),
  }),
  response: feedSchema,
  status: 202,
  errors: ['not_found', 'conflict'],
  async run(
    { caller, origin, params },
    ports: ChangeFeedPorts & { readonly audit: Pick<AuditLog, 'record'> },
  ) {
    const feed = requireFeed(params.id, ports);
    await refreshFeedNow(feed, ports);
    await ports.audit.record(act(caller, origin, { action: 'feed_refreshed', object: `feed:${feed.id}` }));
    return presentCurrent(feed, ports);
  },
});
