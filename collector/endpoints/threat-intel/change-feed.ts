import { InvalidInput } from '@sonde/shared/errors.ts';
import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { z } from 'zod';
import {
  type ChangeFeedPorts,
  changeFeed as change,
  requireFeed,
} from '../../domain/intelligence/threat-intel/feeds/change-feed.ts';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { feedSchema, presentCurrent } from './present-feed.ts';

export const changeFeed = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/threat-intel/feeds/{id}',
  summary: 'Switch a feed on or off, or judge it differently',
  description:
    'What is absent stays as it is, and null takes a change back: then `SONDE_FEEDS` says whether the feed is on, and the ' +
    'program how it is judged. A change stands whatever the settings say at later starts. In force on this collector with ' +
    'the answer, on others within seconds; a feed that is switched on is looked at within seconds, and one that is ' +
    'switched off is forgotten with its indicators.',
  family: 'Threat intelligence',
  access: 'admin',
  params: z.object({
    id: z
      .string()
      .max(100)
      .meta({ examples: ['urlhaus'] }),
  }),
  body: z.object({
    enabled: z.boolean().nullable().optional(),
    weight: z.number().min(0).max(1).nullable().optional().describe('How far its word is trusted.'),
    severity: severitySchema
      .nullable()
      .optional()
      .describe('Of all its indicators, whatever it says of them.'),
    threat_type: z
      .string()
      .regex(/^[a-z0-9]+(?:_[a-z0-9]+)*$/, 'must be words of small letters and digits with _ between them')
      .max(64)
      .nullable()
      .optional()
      .describe('Of all its indicators, whatever it says of them.'),
  }),
  response: feedSchema,
  errors: ['not_found'],
  async run(
    { caller, origin, params, body },
    ports: ChangeFeedPorts & { readonly audit: Pick<AuditLog, 'record'> },
  ) {
    const feed = requireFeed(params.id, ports);
    const { threat_type: threatType, ...others } = body;
    // Without what is absent.
    const parts = JSON.parse(JSON.stringify({ ...others, threatType }));
    if (Object.keys(parts).length === 0) throw new InvalidInput('', 'The body changes nothing.');
    await change(feed, parts, ports);
    await ports.audit.record(
      act(caller, origin, { action: 'feed_changed', object: `feed:${feed.id}`, details: parts }),
    );
    return presentCurrent(feed, ports);
  },
});
