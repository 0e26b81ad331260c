import { z } from 'zod';
import {
  type ChangeFeedPorts,
  removeFeedKey as removeKey,
  requireFeed,
} from '../../domain/intelligence/threat-intel/feeds/change-feed.ts';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { feedSchema, presentCurrent } from './present-feed.ts';

export const removeFeedKey = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/threat-intel/feeds/{id}/key',
  summary: "Remove the publisher's key of a feed",
  description: 'Removes the key from all feeds of that publisher.',
  family: 'Threat intelligence',
  access: 'admin',
  confirmed: true,
  params: z.object({
    id: z
      .string()
      .max(100)
      .meta({ examples: ['urlhaus'] }),
  }),
  response: feedSchema,
  errors: ['not_found', 'conflict'],
  async run(
    { caller, origin, params },
    ports: ChangeFeedPorts & { readonly audit: Pick<AuditLog, 'record'> },
  ) {
    const feed = requireFeed(params.id, ports);
    await removeKey(feed, ports);
    const object = `publisher_key:${feed.key?.setting}`;
    await ports.audit.record(act(caller, origin, { action: 'publisher_key_removed', object }));
    return presentCurrent(feed, ports);
  },
});
