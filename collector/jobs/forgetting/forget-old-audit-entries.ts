import type { Clock } from '@sonde/shared/system/clock.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { defineJob } from '../define-job.ts';

const dayMilliseconds = 86_400_000;
const daysKept = 400;

export const forgetOldAuditEntries = defineJob<{
  readonly audit: Pick<AuditLog, 'forgetBefore'>;
  readonly clock: Clock;
}>({
  name: 'forget-old-audit-entries',
  summary: 'Forgets what was done over 400 days ago.',
  everySeconds: 6 * 3_600,
  run: async ({ audit, clock }) => {
    await audit.forgetBefore(new Date(clock.now() - daysKept * dayMilliseconds));
  },
});
