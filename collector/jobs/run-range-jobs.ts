import {
  type RangeJobPorts,
  runRangeJobs as run,
} from '../domain/intelligence/addresses/live/run-range-jobs.ts';
import { defineJob } from './define-job.ts';

export const runRangeJobs = defineJob<RangeJobPorts>({
  name: 'run-range-jobs',
  summary: 'Asks for names and listings of ranges of addresses, which all collectors share.',
  everySeconds: 2,
  run,
});
