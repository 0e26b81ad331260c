import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { type CanaryOutcome, canaryResults } from '../../domain/detection/canary/canary-results.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AgentStore } from '../../ports/ingest/agents.ts';
import type { LocationStore } from '../../ports/ingest/locations.ts';
import { type CanaryStore, canaryPatterns } from '../../ports/threats/canaries.ts';

interface Ports {
  readonly canaries: Pick<CanaryStore, 'list' | 'sightings'>;
  readonly locations: Pick<LocationStore, 'find' | 'list'>;
  readonly agents: Pick<AgentStore, 'list'>;
}

const outcomeShape = {
  seen: z.boolean(),
  queries: z.int().min(0),
  last_seen: timestampSchema.nullable(),
  caught: z.array(
    z.object({
      pattern: z.enum(canaryPatterns),
      severity: severitySchema
        .nullable()
        .describe(
          'Severity that the threat would have had; null if the pattern would not have opened a threat.',
        ),
    }),
  ),
  raised: z
    .array(z.object({ threat_type: z.string(), severity: severitySchema }))
    .describe('All threats that would have been opened.'),
};

function present({ queries, lastSeenAt, caught, raised }: CanaryOutcome) {
  return {
    seen: queries > 0,
    queries,
    last_seen: lastSeenAt?.toISOString() ?? null,
    caught: [...caught],
    raised: raised.map(({ type, severity }) => ({ threat_type: type, severity })),
  };
}

export const listCanaries = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/canaries',
  summary: 'See which sensors would have caught what',
  description:
    'Returns the latest 50 canaries of the account, newest first, with what the sensors of each ' +
    'location detected, in total and for each agent.',
  family: 'DNS monitoring',
  access: 'authenticated',
  response: z.object({
    count: countInAnswer,
    canaries: z.array(
      z.object({
        id: z.string(),
        location_id: idSchema.describe('The location of the agent that queried the names.'),
        patterns: z.array(z.enum(canaryPatterns)),
        created_at: timestampSchema,
        ends_at: timestampSchema,
        locations: z.array(
          z.object({
            location_id: idSchema,
            location_name: z.string(),
            ...outcomeShape,
            agents: z
              .array(
                z.object({
                  id: idSchema,
                  agent_id: z.string().describe('The id that the sender chose for itself.'),
                  host: z.string(),
                  software: z.string(),
                  ...outcomeShape,
                }),
              )
              .describe(
                'Results of each agent by what it saw itself. An agent that saw nothing is included if it has ' +
                  'reported since the canary was announced. The fields above combine all agents of the ' +
                  'location.',
              ),
          }),
        ),
      }),
    ),
  }),
  async run({ caller }, ports: Ports) {
    const results = await canaryResults(caller.accountId, ports);
    return {
      count: results.length,
      canaries: results.map(({ canary, locations }) => ({
        id: canary.id,
        location_id: canary.locationId,
        patterns: [...canary.patterns],
        created_at: canary.createdAt.toISOString(),
        ends_at: canary.endsAt.toISOString(),
        locations: locations.map((at) => ({
          location_id: at.locationId,
          location_name: at.locationName,
          ...present(at),
          agents: at.agents.map((by) => ({
            id: by.agent.id,
            agent_id: by.agent.uuid,
            host: by.agent.host,
            software: by.agent.software,
            ...present(by),
          })),
        })),
      })),
    };
  },
});
