import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import { z } from 'zod';
import { testNotice } from '../../domain/people/notifications/notice.ts';
import { type SendNoticePorts, sendNotice } from '../../domain/people/notifications/send-notice.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ChannelStore } from '../../ports/threats/notifications.ts';

interface Ports extends SendNoticePorts {
  readonly notificationChannels: Pick<ChannelStore, 'find'>;
  readonly random: Random;
}

export const testChannel = defineEndpoint({
  method: 'POST',
  path: '/api/v1/notifications/channels/{id}/test',
  summary: 'Send a test over a channel',
  description: 'Sends one test message at once, without retries. If the delivery fails, the answer says so.',
  family: 'Notifications',
  access: 'authenticated',
  needs: 'analyst',
  params: z.object({ id: idSchema }),
  response: z.object({
    delivered: z.boolean(),
    status: z.int().nullable().describe("HTTP status of the receiver's answer."),
    error: z.string().nullable(),
  }),
  errors: ['not_found'],
  async run({ caller, params, signal }, ports: Ports) {
    const channel = await ports.notificationChannels.find(caller.accountId, params.id);
    if (channel === undefined) throw new NotFound('channel');
    const result = await sendNotice(channel, testNotice(ports.random.uuid(), ports.clock), ports, signal);
    return {
      delivered: result.ok,
      status: result.status ?? null,
      error: result.ok ? null : result.error,
    };
  },
});
