import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { NotificationQueue } from '../../ports/threats/notifications.ts';

export const retryDeliveries = defineEndpoint({
  method: 'POST',
  path: '/api/v1/notifications/channels/{id}/retry',
  summary: 'Try again what was given up',
  description:
    'Retries the notifications of the channel that were given up (`dead`), with all attempts from the start. Returns their number.',
  family: 'Notifications',
  access: 'authenticated',
  needs: 'analyst',
  params: z.object({ id: idSchema }),
  response: z.object({ retried: z.int().min(0) }),
  errors: ['not_found'],
  async run({ caller, params }, ports: { notificationQueue: Pick<NotificationQueue, 'revive'> }) {
    const retried = await ports.notificationQueue.revive(caller.accountId, params.id);
    if (retried === undefined) throw new NotFound('channel');
    return { retried };
  },
});
