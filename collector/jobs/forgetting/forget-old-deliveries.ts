import type { Clock } from '@sonde/shared/system/clock.ts';
import type { NotificationQueue } from '../../ports/threats/notifications.ts';
import { defineJob } from '../define-job.ts';

const dayMilliseconds = 86_400_000;
const daysKept = 30;

export const forgetOldDeliveries = defineJob<{
  readonly notificationQueue: Pick<NotificationQueue, 'forgetBefore'>;
  readonly clock: Clock;
}>({
  name: 'forget-old-deliveries',
  summary: 'Forgets notifications that ended over 30 days ago, of threats that were not seen since.',
  everySeconds: 3_600,
  run: async ({ notificationQueue, clock }) => {
    await notificationQueue.forgetBefore(new Date(clock.now() - daysKept * dayMilliseconds));
  },
});
