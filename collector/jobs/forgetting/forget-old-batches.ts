import type { Clock } from '@sonde/shared/system/clock.ts';
import type { BatchRegistry } from '../../ports/ingest/batches.ts';
import { defineJob } from '../define-job.ts';

const dayMilliseconds = 86_400_000;

export const forgetOldBatches = defineJob<{
  readonly registry: Pick<BatchRegistry, 'forgetBefore'>;
  readonly clock: Clock;
  readonly registryDays: number;
}>({
  name: 'forget-old-batches',
  summary: 'Removes from the registry the batches that are too old to be sent again.',
  everySeconds: 3_600,
  // A day longer than batches are accepted for, so that clocks need not agree.
  run: async ({ registry, clock, registryDays }) => {
    await registry.forgetBefore(new Date(clock.now() - (registryDays + 1) * dayMilliseconds));
  },
});
