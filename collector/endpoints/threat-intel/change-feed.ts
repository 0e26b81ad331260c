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
    'Changes only the fields in the body. Null resets a field: `SONDE_FEEDS` then decides whether ' +
    'the feed is on, and the built-in values decide how it is judged. A change stays in force ' +
    'after a restart, whatever the settings say. It takes effect on this collector at once and on ' +
    'others within seconds. A feed that is switched on is fetched within seconds. If a feed is ' +
    'switched off, its indicators are removed.',
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
    weight: z.number().min(0).max(1).nullable().optional().describe('How far the feed is trusted.'),
    severity: severitySchema
      .nullable()
      .optional()
      .describe('Severity of all indicators of the feed. It overrides the severity in the feed.'),
    threat_type: z
      .string()
      .regex(
        /^[a-z0-9]+(?:_[a-z0-9]+)*$/,
        'must be words of lower-case letters and digits with _ between them',
      )
      .max(64)
      .nullable()
      .optional()
      .describe('Threat type of all indicators of the feed. It overrides the type in the feed.'),
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
