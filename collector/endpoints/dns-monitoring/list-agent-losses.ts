import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { type HourlyLossesPorts, hourlyLosses } from '../../domain/traffic/monitoring/hourly-losses.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { rangeOf, rangeParameters } from './range-parameters.ts';

const count = z.int().min(0).nullable();

export const listAgentLosses = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/agents/losses',
  summary: 'Tell by the hour what was lost of each agent',
  description:
    'Returns one entry for each hour (UTC) in which the agent reported. If an hour is absent, ' +
    'nothing arrived from the agent in it. Events of the last minute of an hour can be counted in ' +
    'the next hour. Numbers are null for the first hour of a run that began before the collector ' +
    'kept hourly counts.',
  family: 'DNS monitoring',
  access: 'authenticated',
  query: z.object({ ...rangeParameters, location_id: idSchema.optional() }),
  response: z.object({
    from: timestampSchema,
    to: timestampSchema,
    count: countInAnswer,
    agents: z.array(
      z.object({
        id: idSchema,
        location_id: idSchema,
        host: z.string(),
        last_seen: timestampSchema,
        silent_since: timestampSchema
          .nullable()
          .describe('Null if the agent reported in the last five minutes.'),
        hours: z.array(
          z.object({
            hour: timestampSchema.describe('Start of the hour.'),
            rows: count,
            rejected_rows: count,
            missing_batches: count.describe(
              'Batches found missing in this hour, minus missing batches that arrived in it after all.',
            ),
            packets_dropped: count,
            messages_dropped: count,
            messages_malformed: count,
            rows_dropped: count,
          }),
        ),
      }),
    ),
  }),
  errors: ['not_found'],
  async run({ caller, query }, ports: HourlyLossesPorts) {
    const { from, to, agents } = await hourlyLosses(rangeOf(caller, query), ports);
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      count: agents.length,
      agents: agents.map(({ agent, silentSince, hours }) => ({
        id: agent.id,
        location_id: agent.locationId,
        host: agent.host,
        last_seen: agent.lastSeenAt.toISOString(),
        silent_since: silentSince?.toISOString() ?? null,
        hours: hours.map((hour) => ({
          hour: hour.hour.toISOString(),
          rows: hour.rows,
          rejected_rows: hour.rejectedRows,
          missing_batches: hour.missingBatches,
          packets_dropped: hour.packetsDropped,
          messages_dropped: hour.messagesDropped,
          messages_malformed: hour.messagesMalformed,
          rows_dropped: hour.rowsDropped,
        })),
      })),
    };
  },
});
