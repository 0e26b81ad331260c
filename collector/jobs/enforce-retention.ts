import type { Clock } from '../ports/system/clock.ts';
import type { Retention, RetentionPolicy } from '../ports/traffic/retention.ts';
import { defineJob } from './define-job.ts';

export const enforceRetention = defineJob<{
  readonly retention: Retention;
  readonly retentionPolicy: RetentionPolicy;
  readonly clock: Clock;
}>({
  name: 'enforce-retention',
  summary: 'Drops stored queries and rollups that are past their time, or that the disk has no share for.',
  everySeconds: 1_800,
  run: async ({ retention, retentionPolicy, clock }) => {
    await retention.enforce(retentionPolicy, new Date(clock.now()));
  },
});
