import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { notificationChannelSchema } from '@sonde/shared/schemas/notification-channel.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ChannelStore } from '../../ports/threats/notifications.ts';
import { presentChannel } from './present-channel.ts';

export const listChannels = defineEndpoint({
  method: 'GET',
  path: '/api/v1/notifications/channels',
  summary: 'List where the account is told of threats',
  description:
    'Returns the notification channels of the account, with the number of waiting and failed notifications.',
  family: 'Notifications',
  access: 'authenticated',
  needs: 'analyst',
  response: z.object({ count: countInAnswer, channels: z.array(notificationChannelSchema) }),
  async run({ caller }, ports: { notificationChannels: Pick<ChannelStore, 'list'> }) {
    const channels = await ports.notificationChannels.list(caller.accountId);
    return { count: channels.length, channels: channels.map(presentChannel) };
  },
});
