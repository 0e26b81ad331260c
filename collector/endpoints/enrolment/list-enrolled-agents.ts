import { enrolledAgentSchema } from '@sonde/shared/schemas/enrolment.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { z } from 'zod';
import { scopedLocationIds } from '../../domain/traffic/monitoring/scoped-locations.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { EnrolmentStore } from '../../ports/ingest/enrolments.ts';
import type { LocationStore } from '../../ports/ingest/locations.ts';
import { presentEnrolledAgent } from './present-enrolment.ts';

export const listEnrolledAgents = defineEndpoint({
  method: 'GET',
  path: '/api/v1/enrolment/agents',
  summary: 'List agents that have keys of their own',
  description: 'Returns the newest agent first, including revoked agents.',
  family: 'Enrolment',
  access: 'authenticated',
  query: z.object({
    location_id: idSchema.optional(),
    limit: z.int().min(1).max(10_000).default(1_000),
  }),
  response: z.object({ count: countInAnswer, agents: z.array(enrolledAgentSchema) }),
  errors: ['not_found'],
  async run(
    { caller, query },
    ports: {
      readonly enrolments: Pick<EnrolmentStore, 'agents'>;
      readonly locations: Pick<LocationStore, 'find' | 'list'>;
    },
  ) {
    const locationIds = await scopedLocationIds(caller.accountId, query.location_id, ports);
    const agents = await ports.enrolments.agents(locationIds, query.limit);
    return { count: agents.length, agents: agents.map(presentEnrolledAgent) };
  },
});
