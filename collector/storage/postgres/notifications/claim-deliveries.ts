import type { Channel, ClaimedDelivery } from '../../../ports/threats/notifications.ts';
import type { Queryable } from '../pool.ts';
import { type ThreatRow, threatColumns, toThreat } from '../threats/threat-row.ts';
import { type StoredQuietHours, toQuietHours } from './channels.ts';

interface ClaimedRow extends ThreatRow {
  delivery_id: number;
  attempts: number;
  event: ClaimedDelivery['event'];
  kind: Channel['kind'];
  target: string;
  secret: string | null;
  quiet_hours: StoredQuietHours | null;
  location_name: string;
}

/**
 * Takes on what is due. Rows that another collector is taking on are passed over, and a slow channel has no more than its
 * share, so that it can't keep the others waiting.
 */
export async function claimDeliveries(
  postgres: Queryable,
  most: number,
  perChannel: number,
  leaseSeconds: number,
): Promise<ClaimedDelivery[]> {
  const rows = await postgres.query<ClaimedRow>(
    `WITH channels AS (
       SELECT DISTINCT d.channel_id FROM notification_deliveries d
       JOIN notification_channels c ON c.id = d.channel_id
       WHERE d.state = 'waiting' AND d.next_attempt_at <= now()),
     due AS (
       SELECT share.id FROM channels CROSS JOIN LATERAL (
         SELECT id, next_attempt_at FROM notification_deliveries d
         WHERE d.channel_id = channels.channel_id AND d.state = 'waiting' AND d.next_attempt_at <= now()
           AND (d.event = 'threat' OR NOT EXISTS (
             SELECT FROM notification_deliveries o WHERE o.channel_id = d.channel_id AND o.threat_id = d.threat_id
               AND o.event = 'threat' AND o.state = 'waiting'))
         ORDER BY next_attempt_at, id LIMIT $2 FOR UPDATE SKIP LOCKED) AS share
       ORDER BY share.next_attempt_at LIMIT $1),
     claimed AS (
       UPDATE notification_deliveries d
       SET attempts = d.attempts + 1, next_attempt_at = now() + make_interval(secs => $3)
       FROM due WHERE d.id = due.id RETURNING d.id, d.attempts, d.event, d.channel_id, d.threat_id)
     SELECT ${threatColumns}, claimed.id AS delivery_id, claimed.attempts, claimed.event, c.kind, c.target, c.secret,
       c.quiet_hours,       l.name AS location_name
     FROM claimed
     JOIN notification_channels c ON c.id = claimed.channel_id
     JOIN threats t ON t.id = claimed.threat_id
     JOIN locations l ON l.id = t.location_id
     ORDER BY claimed.id`,
    [most, perChannel, leaseSeconds],
  );
  return rows.map((row) => ({
    id: row.delivery_id,
    attempt: row.attempts,
    event: row.event,
    channel: {
      kind: row.kind,
      target: row.target,
      secret: row.secret,
      quietHours: toQuietHours(row.quiet_hours),
    },
    threat: toThreat(row),
    locationName: row.location_name,
  }));
}
