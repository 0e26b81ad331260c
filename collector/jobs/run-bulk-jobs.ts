import { type BulkRunnerPorts, runBulkJobs as run } from '../domain/intelligence/scan/bulk/run-bulk-jobs.ts';
import { defineJob } from './define-job.ts';

export const runBulkJobs = defineJob<BulkRunnerPorts>({
  name: 'run-bulk-jobs',
  summary: 'Scans the domains of bulk jobs, which all collectors share.',
  everySeconds: 1,
  run,
});
