import { requireBulkJob } from '../../domain/intelligence/scan/bulk/require-bulk-job.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { BulkJobStore } from '../../ports/scans/bulk-jobs.ts';
import { bulkJobParams, bulkJobSchema, presentBulkJob } from './bulk-job-schema.ts';

export const getBulkJob = defineEndpoint({
  method: 'GET',
  path: '/api/v2/bulk/jobs/{job_id}',
  summary: 'Show a bulk job and its progress',
  description: 'Returns the state of the job and its progress.',
  family: 'Bulk scans',
  access: 'authenticated',
  params: bulkJobParams,
  response: bulkJobSchema,
  errors: ['not_found'],
  async run({ caller, params }, ports: { bulkJobs: Pick<BulkJobStore, 'find'> }) {
    return presentBulkJob(await requireBulkJob(caller.accountId, params.job_id, ports));
  },
});
