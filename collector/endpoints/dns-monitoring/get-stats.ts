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
    'Returns the statistics of one location, or of all locations of the account. The default ' +
    'range is the last 24 hours. The range begins on a whole hour, or on a whole minute if it is ' +
    `short; \`from\` shows the exact start. ${filterDescription}`,
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
      .describe('Maximum length of the lists of the most frequent names, clients and domains.'),
    domains: z
      .boolean()
      .default(false)
      .describe(
        'Whether to count registrable domains too, in `top_domains`. They are counted over exactly ' +
          'the range in `from` and `to`.',
      ),
    failures: z
      .boolean()
      .default(false)
      .describe(
        'Whether to count the names and registrable domains that fail too, by response code, in `top_failures`.',
      ),
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
