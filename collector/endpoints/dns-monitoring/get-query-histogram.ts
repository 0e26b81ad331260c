import { idSchema } from '@sonde/shared/schemas/id.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import {
  conditionsAsked,
  filterDescription,
  filterParameters,
} from '../../domain/traffic/monitoring/filter-parameters.ts';
import { queryFilter } from '../../domain/traffic/monitoring/query-filter.ts';
import { bucketSeconds } from '../../domain/traffic/monitoring/stats-range.ts';
import type { TimeQuestionPorts } from '../../domain/traffic/monitoring/time-question.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { TrafficStore } from '../../ports/traffic/traffic-store.ts';
import { rangeOf, rangeParameters } from './range-parameters.ts';

const count = z.int().min(0);

export const getQueryHistogram = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/queries/histogram',
  summary: 'Count the stored queries of a filter by time',
  description: `Returns at most about 300 points. The default range is the last 24 hours. ${filterDescription}`,
  family: 'DNS monitoring',
  access: 'authenticated',
  query: z.object({ location_id: idSchema.optional(), ...rangeParameters, ...filterParameters }),
  response: z.object({
    from: timestampSchema,
    to: timestampSchema,
    queries: count,
    bucket_seconds: count.describe('Length of one point in seconds.'),
    series: z.array(z.object({ at: timestampSchema, queries: count, failures: count })),
  }),
  errors: ['not_found', 'question_too_large'],
  async run(
    { caller, query },
    ports: TimeQuestionPorts & { readonly traffic: Pick<TrafficStore, 'histogram'> },
  ) {
    const filter = await queryFilter({ ...rangeOf(caller, query), ...conditionsAsked(query) }, ports);
    const seconds = bucketSeconds(filter);
    const series = await ports.traffic.histogram(filter, seconds);
    return {
      from: filter.from.toISOString(),
      to: filter.to.toISOString(),
      queries: series.reduce((sum, { queries }) => sum + queries, 0),
      bucket_seconds: seconds,
      series: series.map(({ at, ...counts }) => ({ at: at.toISOString(), ...counts })),
    };
  },
});
