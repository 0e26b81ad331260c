import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { type FirstWatchPorts, firstWatch } from '../../domain/detection/first-watch.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';

export const listFirstWatchAlerts = defineEndpoint({
  method: 'GET',
  path: '/api/v2/first-watch/alerts',
  summary: 'List domains seen for the first time',
  description:
    "Returns registrable domains that the account's own locations queried for the first time in " +
    'these days, the most severe first. A new domain has severity `info`. The severity is higher ' +
    'if a feed lists the domain, if its name looks generated, or if its first certificate in the ' +
    'followed logs is at most a month old.',
  family: 'Passive DNS',
  access: 'authenticated',
  query: z.object({
    location_id: idSchema.optional(),
    days: z.int().min(1).max(90).default(1),
    severity: severitySchema.default('info').describe('Lowest severity to return.'),
    limit: z.int().min(1).max(1_000).default(100),
  }),
  response: z.object({
    days: z.int(),
    count: countInAnswer,
    total: z.int().min(0).describe('Number of alerts that match.'),
    learning: z
      .boolean()
      .describe(
        'True if the locations are too new to know which domains are new. Domains that are only new ' +
          'are then left out.',
      ),
    alerts: z.array(
      z.object({
        domain: z.string(),
        severity: severitySchema,
        reason: z.enum(['new', 'newly_certified', 'listed', 'made_up']),
        message: z.string(),
        first_seen: timestampSchema,
        last_seen: timestampSchema,
        queries: z.int().min(0),
      }),
    ),
    limit: z.int(),
  }),
  errors: ['not_found', 'question_too_large'],
  async run({ caller, query }, ports: FirstWatchPorts) {
    const { location_id: locationId, days, severity: leastSeverity, limit } = query;
    const question = { accountId: caller.accountId, locationId, days, leastSeverity };
    const { learning, alerts } = await firstWatch(question, ports);
    const shown = alerts.slice(0, limit);
    return {
      days,
      count: shown.length,
      total: alerts.length,
      learning,
      alerts: shown.map((alert) => ({
        domain: alert.domain,
        severity: alert.severity,
        reason: alert.reason,
        message: alert.message,
        first_seen: alert.firstSeenAt.toISOString(),
        last_seen: alert.lastSeenAt.toISOString(),
        queries: alert.queries,
      })),
      limit,
    };
  },
});
