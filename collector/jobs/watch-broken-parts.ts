import type { BrokenPartsWatch } from '../domain/traffic/platform/broken-parts.ts';
import { defineJob } from './define-job.ts';

export const watchBrokenParts = defineJob<{ readonly brokenParts: BrokenPartsWatch }>({
  name: 'watch-broken-parts',
  summary: 'Looks for parts of tables that the store could not read.',
  everySeconds: 300,
  run: async ({ brokenParts }) => {
    await brokenParts.look();
  },
});
