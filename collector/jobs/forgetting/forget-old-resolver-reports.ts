import type { Clock } from '@sonde/shared/system/clock.ts';
import type { ResolverReports } from '../../ports/resolvers/resolver-reports.ts';
import type { RetentionPolicy } from '../../ports/traffic/retention.ts';
import { defineJob } from '../define-job.ts';

const dayMilliseconds = 86_400_000;

export const forgetOldResolverReports = defineJob<{
  readonly resolverReports: Pick<ResolverReports, 'forgetBefore'>;
  readonly retentionPolicy: Pick<RetentionPolicy, 'rollupDays'>;
  readonly clock: Clock;
}>({
  name: 'forget-old-resolver-reports',
  summary: "Forgets resolvers' totals of days that are past the time for which counts are kept.",
  everySeconds: 6 * 3_600,
  run: async ({ resolverReports, retentionPolicy, clock }) => {
    const oldest = new Date(clock.now() - retentionPolicy.rollupDays * dayMilliseconds);
    await resolverReports.forgetBefore(oldest.toISOString().slice(0, 10));
  },
});
