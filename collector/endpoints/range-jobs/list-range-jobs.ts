import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { RangeJobStore } from '../../ports/addresses/range-jobs.ts';
import { presentRangeJob, rangeJobSchema } from './range-job-schema.ts';

export const listRangeJobs = defineEndpoint({
  method: 'GET',
  path: '/api/v2/range-jobs',
  summary: 'List jobs of ranges',
  description: 'Returns the jobs of the account, newest first. Jobs are deleted 30 days after they end.',
  family: 'Addresses',
  access: 'authenticated',
  query: z.object(pageParameters(100, 1_000)),
  response: z.object({
    count: countOnAllPages,
    jobs: z.array(rangeJobSchema),
    limit: z.int(),
    offset: z.int(),
  }),
  async run({ caller, query }, { rangeJobs }: { rangeJobs: Pick<RangeJobStore, 'list'> }) {
    const { count, jobs } = await rangeJobs.list(caller.accountId, query);
    return { count, jobs: jobs.map(presentRangeJob), ...query };
  },
});
