import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import {
  conditionsAsked,
  filterDescription,
  filterParameters,
} from '../../domain/traffic/monitoring/filter-parameters.ts';
import { type TrafficStatsPorts, trafficStats } from '../../domain/traffic/monitoring/traffic-stats.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { presentStats } from './present-stats.ts';
import { rangeOf, rangeParameters } from './range-parameters.ts';
import { statsSchema } from './stats-schema.ts';

export const getStats = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/stats',
  summary: 'Get traffic statistics',
  description:
    'Of one location or of all of the account; of the last 24 hours if nothing else is asked for. A period begins with ' +
    `a whole hour, a short one with a whole minute: \`from\` tells. ${filterDescription}`,
  family: 'DNS monitoring',
  access: 'authenticated',
  query: z.object({
    location_id: idSchema.optional(),
    ...rangeParameters,
    ...filterParameters,
    top: z
      .int()
      .min(1)
      .max(100)
      .default(10)
      .describe('Names, clients and domains in the lists of the most frequent.'),
    domains: z
      .boolean()
      .default(false)
      .describe('Counts registrable domains as well: `top_domains`, of exactly the range that is told.'),
    failures: z
      .boolean()
      .default(false)
      .describe('Counts names and registrable domains that fail as well: `top_failures`, by response code.'),
  }),
  response: statsSchema,
  errors: ['not_found', 'question_too_large'],
  async run({ caller, query }, ports: TrafficStatsPorts) {
    const stats = await trafficStats(
      {
        ...rangeOf(caller, query),
        ...conditionsAsked(query),
        top: query.top,
        domains: query.domains,
        failures: query.failures,
      },
      ports,
    );
    return presentStats(query.location_id, stats);
  },
});
