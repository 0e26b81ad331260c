import type { Channel, ClaimedDelivery } from '../../../ports/threats/notifications.ts';
import type { Queryable } from '../pool.ts';
import { type ThreatRow, threatColumns, toThreat } from '../threats/threat-row.ts';
import { type StoredDigest, type StoredQuietHours, toDigest, toQuietHours } from './channels.ts';

interface ClaimedRow extends ThreatRow {
  delivery_id: number;
  attempts: number;
  event: ClaimedDelivery['event'];
  kind: Channel['kind'];
  target: string;
  secret: string | null;
  quiet_hours: StoredQuietHours | null;
  digest: StoredDigest | null;
  channel_id: number;
  delivery_created_at: Date;
  location_name: string;
  told_case: number | null;
  case_threats: number;
  case_clients: number;
}

/**
 * Channels that are told by case have each case told once: what joins one that is told, or about to be, is told only if it is
 * worse; and its end once, when nothing of it is open.
 */
const joinToCases = `
  UPDATE notification_deliveries d SET state = 'joined', finished_at = now()
  FROM notification_channels c, threats t
  WHERE d.state = 'waiting' AND d.attempts = 0 AND c.id = d.channel_id AND c.by_case AND t.id = d.threat_id AND EXISTS (
    SELECT FROM notification_deliveries o JOIN threats u ON u.id = o.threat_id
    WHERE o.channel_id = d.channel_id AND o.event = d.event AND u.case_id = t.case_id AND o.id <> d.id
      AND CASE WHEN d.event = 'resolved' THEN o.id < d.id AND o.state IN ('waiting', 'delivered')
        ELSE o.state = 'delivered' AND u.severity >= t.severity
          OR o.state = 'waiting' AND (u.severity, -o.id) > (t.severity, -d.id) END)`;

/** Seconds after which a threat that is in no case yet is told by itself. */
const patience = 30;

/**
 * Takes on what is due. Rows that another collector is taking on are passed over, and a slow channel has no more than its
 * share, so that it can't keep the others waiting.
 */
export async function claimDeliveries(
  postgres: Queryable,
  most: number,
  perChannel: number,
  leaseSeconds: number,
  /** Of this channel alone. */
  channelId: number | null = null,
): Promise<ClaimedDelivery[]> {
  await postgres.query(joinToCases);
  const rows = await postgres.query<ClaimedRow>(
    `WITH channels AS (
       SELECT DISTINCT d.channel_id FROM notification_deliveries d
       JOIN notification_channels c ON c.id = d.channel_id
       WHERE d.state = 'waiting' AND d.next_attempt_at <= now() AND ($4::bigint IS NULL OR d.channel_id = $4)),
     due AS (
       SELECT share.id FROM channels CROSS JOIN LATERAL (
         SELECT d.id, d.next_attempt_at FROM notification_deliveries d
         JOIN notification_channels c ON c.id = d.channel_id JOIN threats t ON t.id = d.threat_id
         WHERE d.channel_id = channels.channel_id AND d.state = 'waiting' AND d.next_attempt_at <= now()
           AND (d.event = 'threat' OR NOT EXISTS (
             SELECT FROM notification_deliveries o WHERE o.channel_id = d.channel_id AND o.threat_id = d.threat_id
               AND o.event = 'threat' AND o.state = 'waiting'))
           AND (NOT c.by_case OR CASE WHEN d.event = 'threat'
             THEN t.case_id IS NOT NULL OR d.created_at < now() - interval '${patience} seconds'
             ELSE NOT EXISTS (SELECT FROM threats u WHERE u.case_id = t.case_id AND u.resolved_at IS NULL) END)
         ORDER BY d.next_attempt_at, d.id LIMIT $2 FOR UPDATE OF d SKIP LOCKED) AS share
       ORDER BY share.next_attempt_at LIMIT $1),
     claimed AS (
       UPDATE notification_deliveries d
       SET attempts = d.attempts + 1, next_attempt_at = now() + make_interval(secs => $3)
       FROM due WHERE d.id = due.id RETURNING d.id, d.attempts, d.event, d.channel_id, d.threat_id, d.created_at)
     SELECT ${threatColumns}, claimed.id AS delivery_id, claimed.attempts, claimed.event, c.kind, c.target, c.secret,
       claimed.channel_id, claimed.created_at AS delivery_created_at, c.digest, c.quiet_hours, l.name AS location_name, CASE WHEN c.by_case THEN t.case_id END AS told_case,
       (SELECT count(*) FROM threats u WHERE c.by_case AND u.case_id = t.case_id) AS case_threats,
       (SELECT count(DISTINCT client) FROM threats u, unnest(u.clients || u.client_address) AS client
         WHERE c.by_case AND u.case_id = t.case_id AND client <> '') AS case_clients
     FROM claimed
     JOIN notification_channels c ON c.id = claimed.channel_id
     JOIN threats t ON t.id = claimed.threat_id
     JOIN locations l ON l.id = t.location_id
     ORDER BY claimed.id`,
    [most, perChannel, leaseSeconds, channelId],
  );
  return rows.map((row) => ({
    id: row.delivery_id,
    attempt: row.attempts,
    event: row.event,
    createdAt: row.delivery_created_at,
    channel: {
      id: row.channel_id,
      kind: row.kind,
      target: row.target,
      secret: row.secret,
      quietHours: toQuietHours(row.quiet_hours),
      digest: toDigest(row.digest),
    },
    threat: toThreat(row),
    locationName: row.location_name,
    case:
      row.told_case === null
        ? null
        : { id: row.told_case, threats: row.case_threats, clients: row.case_clients },
  }));
}
