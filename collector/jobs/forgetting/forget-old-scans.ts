import type { Clock } from '@sonde/shared/system/clock.ts';
import type { RangeJobStore } from '../../ports/addresses/range-jobs.ts';
import type { BulkJobStore } from '../../ports/scans/bulk-jobs.ts';
import type { TrackedDomainStore } from '../../ports/scans/tracked-domains.ts';
import type { TechnologyStore } from '../../ports/technologies/technology-store.ts';
import type { RetentionPolicy } from '../../ports/traffic/retention.ts';
import { defineJob } from '../define-job.ts';

const dayMilliseconds = 86_400_000;
const bulkJobDays = 30;

export const forgetOldScans = defineJob<{
  readonly bulkJobs: Pick<BulkJobStore, 'forgetBefore'>;
  readonly rangeJobs: Pick<RangeJobStore, 'forgetBefore'>;
  readonly trackedDomains: Pick<TrackedDomainStore, 'forgetBefore'>;
  readonly technologies: Pick<TechnologyStore, 'forgetBefore'>;
  readonly retentionPolicy: Pick<RetentionPolicy, 'rollupDays'>;
  readonly clock: Clock;
}>({
  name: 'forget-old-scans',
  summary:
    'Forgets bulk jobs and jobs of ranges that ended over 30 days ago, and domains and sites not scanned for as long as counts are kept.',
  everySeconds: 3_600,
  run: async ({ bulkJobs, rangeJobs, trackedDomains, technologies, retentionPolicy, clock }) => {
    const daysAgo = (days: number) => new Date(clock.now() - days * dayMilliseconds);
    await bulkJobs.forgetBefore(daysAgo(bulkJobDays));
    await rangeJobs.forgetBefore(daysAgo(bulkJobDays));
    const kept = daysAgo(retentionPolicy.rollupDays);
    await trackedDomains.forgetBefore(kept);
    await technologies.forgetBefore(kept);
  },
});
