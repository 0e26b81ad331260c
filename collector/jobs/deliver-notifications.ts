import type { Notifier } from '../domain/people/notifications/notifier.ts';
import { defineJob } from './define-job.ts';

export const deliverNotifications = defineJob<{ readonly notifier: Pick<Notifier, 'deliver'> }>({
  name: 'deliver-notifications',
  summary: 'Tells webhooks and mail addresses of threats, with repetitions.',
  everySeconds: 2,
  run: ({ notifier }, signal) => notifier.deliver(signal),
});
