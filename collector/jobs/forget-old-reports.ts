import type { Clock } from '@sonde/shared/system/clock.ts';
import type { ComplianceReportStore } from '../ports/compliance/compliance-reports.ts';
import { defineJob } from './define-job.ts';

const dayMilliseconds = 86_400_000;
const daysKept = 730;

export const forgetOldReports = defineJob<{
  readonly complianceReports: Pick<ComplianceReportStore, 'forgetBefore'>;
  readonly clock: Clock;
}>({
  name: 'forget-old-reports',
  summary: 'Forgets compliance reports of two years ago.',
  everySeconds: 6 * 3_600,
  run: async ({ complianceReports, clock }) => {
    await complianceReports.forgetBefore(new Date(clock.now() - daysKept * dayMilliseconds));
  },
});
