import { requireRangeJob } from '../../domain/intelligence/addresses/live/submit-range-job.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { RangeJobStore } from '../../ports/addresses/range-jobs.ts';
import { presentRangeJob, rangeJobParams, rangeJobSchema } from './range-job-schema.ts';

export const getRangeJob = defineEndpoint({
  method: 'GET',
  path: '/api/v2/range-jobs/{range_job_id}',
  summary: 'Show a job of a range and its progress',
  description: 'Returns the state of the job and its progress.',
  family: 'Addresses',
  access: 'authenticated',
  params: rangeJobParams,
  response: rangeJobSchema,
  errors: ['not_found'],
  async run({ caller, params }, ports: { rangeJobs: Pick<RangeJobStore, 'find'> }) {
    return presentRangeJob(await requireRangeJob(caller.accountId, params.range_job_id, ports));
  },
});
