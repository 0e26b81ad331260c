import { type GatherCasesPorts, gatherCases as gather } from '../domain/detection/cases/gather-cases.ts';
import { defineJob } from './define-job.ts';

export const gatherCases = defineJob<GatherCasesPorts>({
  name: 'gather-cases',
  summary: 'Puts threats that belong together into cases, and tells of these.',
  everySeconds: 2,
  run: gather,
});
