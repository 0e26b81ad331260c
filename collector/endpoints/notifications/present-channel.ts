import type { notificationChannelSchema } from '@sonde/shared/schemas/notification-channel.ts';
import type { z } from 'zod';
import type { Channel } from '../../ports/threats/notifications.ts';

/** Presents a channel as the API shows it. */
export function presentChannel(channel: Channel): z.input<typeof notificationChannelSchema> {
  return {
    id: channel.id,
    kind: channel.kind,
    target: channel.target,
    location_id: channel.locationId,
    least_severity: channel.leastSeverity,
    threat_types: channel.threatTypes === null ? null : [...channel.threatTypes],
    tells_resolved: channel.tellsResolved,
    by_case: channel.byCase,
    quiet_hours: channel.quietHours && {
      from: channel.quietHours.from,
      to: channel.quietHours.to,
      time_zone: channel.quietHours.timeZone,
    },
    digest: channel.digest && {
      every: channel.digest.every,
      at: channel.digest.at,
      time_zone: channel.digest.timeZone,
    },
    note: channel.note,
    created_at: channel.createdAt.toISOString(),
    waiting: channel.waiting,
    dead: channel.dead,
    refused: channel.refused,
    last_delivered_at: channel.lastDeliveredAt?.toISOString() ?? null,
  };
}
