import { type KeepSitePorts, keepSites as keep } from '../domain/detection/site/keep-site.ts';
import { defineJob } from './define-job.ts';

export const keepSites = defineJob<KeepSitePorts>({
  name: 'keep-sites',
  summary: 'Writes down what was learned of locations: roles of clients, own zones, and what is usual.',
  everySeconds: 60,
  run: keep,
});
