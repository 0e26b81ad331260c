import { z } from 'zod';
import {
  type ChangeFeedPorts,
  requireFeed,
  setFeedKey as setKey,
} from '../../domain/intelligence/threat-intel/feeds/change-feed.ts';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { feedSchema, presentCurrent } from './present-feed.ts';

export const setFeedKey = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/threat-intel/feeds/{id}/key',
  summary: "Set the publisher's key of a feed",
  description:
    'Stores the key encrypted and never shows it again. All feeds of that publisher use it (feeds ' +
    'with the same `key.name`). Feeds that are on are fetched with it within seconds. A key in ' +
    'the settings of the collector takes precedence, so the collector then refuses to store ' +
    'another one.',
  family: 'Threat intelligence',
  access: 'admin',
  confirmed: true,
  params: z.object({
    id: z
      .string()
      .max(100)
      .meta({ examples: ['urlhaus'] }),
  }),
  body: z.object({
    key: z
      .string()
      .regex(/^[\x21-\x7e]{1,256}$/, 'must be at most 256 printable characters without spaces')
      .meta({ examples: ['0123456789abcdef'] }),
  }),
  response: feedSchema,
  errors: ['not_found', 'conflict'],
  async run(
    { caller, origin, params, body },
    ports: ChangeFeedPorts & { readonly audit: Pick<AuditLog, 'record'> },
  ) {
    const feed = requireFeed(params.id, ports);
    await setKey(feed, body.key, ports);
    const object = `publisher_key:${feed.key?.setting}`;
    await ports.audit.record(act(caller, origin, { action: 'publisher_key_set', object }));
    return presentCurrent(feed, ports);
  },
});
