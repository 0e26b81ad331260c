import type { Clock } from '@sonde/shared/system/clock.ts';
import type { UsageStore } from '../../ports/accounts/usage.ts';
import { defineJob } from '../define-job.ts';

const dayMilliseconds = 86_400_000;
/** An account's usage can be looked back at for this many days. */
const daysKept = 400;

export const forgetOldUsage = defineJob<{
  readonly usage: Pick<UsageStore, 'forgetBefore'>;
  readonly clock: Clock;
}>({
  name: 'forget-old-usage',
  summary: 'Forgets how many requests were made on days over a year ago.',
  everySeconds: 6 * 3_600,
  run: async ({ usage, clock }) => {
    const oldest = new Date(clock.now() - daysKept * dayMilliseconds).toISOString();
    await usage.forgetBefore(oldest.slice(0, 10));
    await usage.forgetBefore(oldest.slice(0, 7));
  },
});
