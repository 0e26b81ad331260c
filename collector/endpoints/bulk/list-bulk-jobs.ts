import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { BulkJobStore } from '../../ports/scans/bulk-jobs.ts';
import { bulkJobSchema, presentBulkJob } from './bulk-job-schema.ts';

export const listBulkJobs = defineEndpoint({
  method: 'GET',
  path: '/api/v2/bulk/jobs',
  summary: 'List bulk jobs',
  description: 'Returns the jobs of the account, newest first. Jobs are deleted 30 days after they end.',
  family: 'Bulk scans',
  access: 'authenticated',
  query: z.object(pageParameters(100, 1_000)),
  response: z.object({
    count: countOnAllPages,
    jobs: z.array(bulkJobSchema),
    limit: z.int(),
    offset: z.int(),
  }),
  async run({ caller, query }, { bulkJobs }: { bulkJobs: Pick<BulkJobStore, 'list'> }) {
    const { count, jobs } = await bulkJobs.list(caller.accountId, query);
    return { count, jobs: jobs.map(presentBulkJob), ...query };
  },
});
