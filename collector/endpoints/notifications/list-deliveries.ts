import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { deliveryEvents, deliveryStates, type NotificationQueue } from '../../ports/threats/notifications.ts';

export const listDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/v1/notifications/channels/{id}/deliveries',
  summary: 'List what was told over a channel',
  description:
    'Returns the notifications that wait, were delivered, or were given up (`dead`) with the ' +
    'reason, newest first.',
  family: 'Notifications',
  access: 'authenticated',
  needs: 'analyst',
  params: z.object({ id: idSchema }),
  query: z.object({ state: z.enum(deliveryStates).optional(), ...pageParameters(100, 1_000) }),
  response: z.object({
    count: countOnAllPages,
    deliveries: z.array(
      z.object({
        id: idSchema,
        threat_id: idSchema,
        event: z
          .enum(deliveryEvents)
          .describe('Whether the notification reports the threat or its resolution.'),
        state: z.enum(deliveryStates),
        attempts: z.int().min(0),
        created_at: timestampSchema,
        next_attempt_at: timestampSchema.nullable(),
        finished_at: timestampSchema.nullable(),
        last_error: z.string().nullable(),
      }),
    ),
    limit: z.int(),
    offset: z.int(),
  }),
  errors: ['not_found'],
  async run({ caller, params, query }, ports: { notificationQueue: Pick<NotificationQueue, 'deliveries'> }) {
    const { state, ...page } = query;
    const found = await ports.notificationQueue.deliveries(caller.accountId, params.id, state, page);
    if (found === undefined) throw new NotFound('channel');
    return {
      count: found.count,
      deliveries: found.deliveries.map((delivery) => ({
        id: delivery.id,
        threat_id: delivery.threatId,
        event: delivery.event,
        state: delivery.state,
        attempts: delivery.attempts,
        created_at: delivery.createdAt.toISOString(),
        next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
        finished_at: delivery.finishedAt?.toISOString() ?? null,
        last_error: delivery.lastError,
      })),
      ...page,
    };
  },
});
