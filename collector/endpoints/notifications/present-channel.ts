import type { notificationChannelSchema } from '@sonde/shared/schemas/notification-channel.ts';
import type { z } from 'zod';
import type { Channel } from '../../ports/threats/notifications.ts';

/** A channel as the API shows it. */
export function presentChannel(channel: Channel): z.input<typeof notificationChannelSchema> {
  return {
    id: channel.id,
    kind: channel.kind,
    target: channel.target,
    location_id: channel.locationId,
    least_severity: channel.leastSeverity,
    note: channel.note,
    created_at: channel.createdAt.toISOString(),
    waiting: channel.waiting,
    dead: channel.dead,
    refused: channel.refused,
    last_delivered_at: channel.lastDeliveredAt?.toISOString() ?? null,
  };
}
