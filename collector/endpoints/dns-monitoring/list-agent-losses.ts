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
    'Hours of UTC in which the agent was heard of; one that is absent brought nothing. What is counted in the last minute of ' +
    'an hour may be told with the next. Numbers are null for the first hour of a run that began before hours were written down.',
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
          .describe('Null while it was heard of in the last five minutes.'),
        hours: z.array(
          z.object({
            hour: timestampSchema.describe('Its start.'),
            rows: count,
            rejected_rows: count,
            missing_batches: count.describe(
              'Found to be missing in that hour, less those that came after all.',
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
