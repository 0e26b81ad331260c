import { statisticsBatchSchema } from '@sonde/shared/schemas/resolver-report.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { z } from 'zod';
import { storeStatistics } from '../../domain/traffic/resolvers/store-statistics.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { largestJson } from '../../http/json-limits.ts';
import type { ResolverReports } from '../../ports/resolvers/resolver-reports.ts';

export const uploadStatistics = defineEndpoint({
  method: 'POST',
  path: '/api/v1/unbound/analytics',
  summary: 'Upload query statistics',
  description:
    'Adds the counts of the periods to the daily totals of the resolver. Single queries are not ' +
    'part of the upload.',
  family: 'Resolvers',
  access: 'resolver',
  module: 'analytics',
  metered: false,
  jsonLimits: largestJson,
  body: statisticsBatchSchema,
  response: z.object({
    accepted: z.int().min(0),
    batch_id: z.string(),
    duplicate: z
      .boolean()
      .describe('True if the batch was accepted earlier. The collector counted nothing this time.'),
  }),
  status: 202,
  async run(
    { caller, body },
    ports: { readonly resolverReports: Pick<ResolverReports, 'addCounts'>; readonly clock: Clock },
  ) {
    const { resolverId } = caller;
    const batch = { resolverId, batchId: body.batch_id, statistics: body.statistics };
    const stored = await storeStatistics(batch, ports);
    return { accepted: stored ? body.statistics.length : 0, batch_id: body.batch_id, duplicate: !stored };
  },
});
