import { requireBulkJob } from '../../domain/intelligence/scan/bulk/require-bulk-job.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { BulkJobStore } from '../../ports/scans/bulk-jobs.ts';
import { bulkJobParams, bulkJobSchema, presentBulkJob } from './bulk-job-schema.ts';

export const cancelBulkJob = defineEndpoint({
  method: 'POST',
  path: '/api/v2/bulk/jobs/{job_id}/cancel',
  summary: 'Cancel a bulk job',
  description:
    'Domains that are not scanned yet are skipped. Existing results stay. If the job has already ' +
    'ended, it is returned unchanged.',
  family: 'Bulk scans',
  access: 'authenticated',
  needs: 'analyst',
  params: bulkJobParams,
  response: bulkJobSchema,
  errors: ['not_found'],
  async run({ caller, params }, ports: { bulkJobs: Pick<BulkJobStore, 'find' | 'cancel'> }) {
    await ports.bulkJobs.cancel(caller.accountId, params.job_id);
    return presentBulkJob(await requireBulkJob(caller.accountId, params.job_id, ports));
  },
});
