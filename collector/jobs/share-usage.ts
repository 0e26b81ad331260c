import type { DailyQuota } from '../domain/people/quota/daily-quota.ts';
import { defineJob } from './define-job.ts';

export const shareUsage = defineJob<{ readonly quota: Pick<DailyQuota, 'flush'> }>({
  name: 'share-usage',
  summary: 'Adds the requests that this collector counted to the shared count.',
  everySeconds: 1,
  run: ({ quota }) => quota.flush(),
});
