import { requireRangeJob } from '../../domain/intelligence/addresses/live/submit-range-job.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { RangeJobStore } from '../../ports/addresses/range-jobs.ts';
import { presentRangeJob, rangeJobParams, rangeJobSchema } from './range-job-schema.ts';

export const cancelRangeJob = defineEndpoint({
  method: 'POST',
  path: '/api/v2/range-jobs/{range_job_id}/cancel',
  summary: 'Cancel a job of a range',
  description: 'Existing results stay. If the job has already ended, it is returned unchanged.',
  family: 'Addresses',
  access: 'authenticated',
  needs: 'analyst',
  params: rangeJobParams,
  response: rangeJobSchema,
  errors: ['not_found'],
  async run({ caller, params }, ports: { rangeJobs: Pick<RangeJobStore, 'find' | 'cancel'> }) {
    await ports.rangeJobs.cancel(caller.accountId, params.range_job_id);
    return presentRangeJob(await requireRangeJob(caller.accountId, params.range_job_id, ports));
  },
});
