import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { ChannelStore } from '../../ports/threats/notifications.ts';

interface Ports {
  readonly notificationChannels: Pick<ChannelStore, 'remove'>;
  readonly audit: Pick<AuditLog, 'record'>;
}

export const deleteChannel = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/notifications/channels/{id}',
  summary: 'Be told no more over a channel',
  description: 'Notifications that still wait for this channel are dropped.',
  family: 'Notifications',
  access: 'authenticated',
  params: z.object({ id: idSchema }),
  response: z.object({ success: z.literal(true) }),
  errors: ['not_found'],
  async run({ caller, params, origin }, ports: Ports) {
    if (!(await ports.notificationChannels.remove(caller.accountId, params.id)))
      throw new NotFound('channel');
    await ports.audit.record(
      act(caller, origin, {
        action: 'notification_channel_deleted',
        object: `notification_channel:${params.id}`,
        details: {},
      }),
    );
    return { success: true as const };
  },
});
