import type { Delivery, NotificationQueue } from '../../../ports/threats/notifications.ts';
import { repeatable } from '../pool/repeatable.ts';
import type { Postgres } from '../pool.ts';
import { storableText } from '../storable-text.ts';
import { claimDeliveries } from './claim-deliveries.ts';

interface DeliveryRow {
  id: number;
  event: Delivery['event'];
  threat_id: number;
  state: Delivery['state'];
  attempts: number;
  created_at: Date;
  next_attempt_at: Date;
  finished_at: Date | null;
  last_error: string | null;
}

/** Bytes of the reason for a failure. */
const longestError = 500;

const owned = `FROM notification_channels c WHERE c.account_id = $1 AND c.id = $2`;

export function createNotificationQueue(postgres: Postgres): NotificationQueue {
  return {
    claim: (most, perChannel, leaseSeconds) =>
      repeatable(() => claimDeliveries(postgres, most, perChannel, leaseSeconds)),
    claimOf: (channelId, most, leaseSeconds) =>
      repeatable(() => claimDeliveries(postgres, most, most, leaseSeconds, channelId)),
    settle: async ({ id, attempt }, outcome) => {
      await postgres.query(
        `UPDATE notification_deliveries SET state = $3,
           next_attempt_at = now() + make_interval(secs => $4),
           finished_at = CASE WHEN $3 = 'waiting' THEN NULL ELSE now() END, last_error = coalesce($5, last_error)
         WHERE id = $1 AND attempts = $2 AND state = 'waiting'`,
        [
          id,
          attempt,
          outcome.state,
          outcome.state === 'waiting' ? outcome.afterSeconds : 0,
          outcome.state === 'delivered' ? null : storableText(outcome.error, longestError),
        ],
      );
    },
    postpone: async ({ id, attempt }, afterSeconds) => {
      await postgres.query(
        `UPDATE notification_deliveries SET attempts = attempts - 1, next_attempt_at = now() + make_interval(secs => $3)
         WHERE id = $1 AND attempts = $2 AND state = 'waiting'`,
        [id, attempt, afterSeconds],
      );
    },
    deliveries: async (accountId, channelId, state, page) => {
      const [counted] = await postgres.query<{ count: number }>(
        `SELECT (SELECT count(*) FROM notification_deliveries d
           WHERE d.channel_id = c.id AND ($3::text IS NULL OR d.state = $3)) AS count ${owned}`,
        [accountId, channelId, state ?? null],
      );
      if (counted === undefined) return undefined;
      const rows = await postgres.query<DeliveryRow>(
        `SELECT d.id, d.event, d.threat_id, d.state, d.attempts, d.created_at, d.next_attempt_at, d.finished_at, d.last_error
         FROM notification_deliveries d
         WHERE d.channel_id = (SELECT c.id ${owned}) AND ($3::text IS NULL OR d.state = $3)
         ORDER BY d.id DESC LIMIT $4 OFFSET $5`,
        [accountId, channelId, state ?? null, page.limit, page.offset],
      );
      return { count: counted.count, deliveries: rows.map(toDelivery) };
    },
    revive: async (accountId, channelId) => {
      const [row] = await postgres.query<{ count: number }>(
        `WITH channel AS (SELECT c.id ${owned}),
         revived AS (
           UPDATE notification_deliveries d
           SET state = 'waiting', attempts = 0, next_attempt_at = now(), finished_at = NULL
           FROM channel WHERE d.channel_id = channel.id AND d.state = 'dead' RETURNING d.id)
         SELECT (SELECT count(*) FROM revived) AS count FROM channel`,
        [accountId, channelId],
      );
      return row?.count;
    },
    depth: async () => {
      const [row] = await postgres.query<{ waiting: number; dead: number }>(
        `SELECT count(*) FILTER (WHERE state = 'waiting') AS waiting, count(*) FILTER (WHERE state = 'dead') AS dead
         FROM notification_deliveries WHERE state IN ('waiting', 'dead')`,
      );
      return row!;
    },
    forgetBefore: async (time) => {
      const rows = await postgres.query<{ id: number }>(
        `DELETE FROM notification_deliveries d
         WHERE coalesce(d.finished_at, d.created_at) < $1
           AND (NOT EXISTS (SELECT FROM notification_channels c WHERE c.id = d.channel_id)
             OR d.state <> 'waiting'
               AND NOT EXISTS (SELECT FROM threats t WHERE t.id = d.threat_id AND t.last_seen_at >= $1))
         RETURNING d.id`,
        [time],
      );
      return rows.length;
    },
  };
}

function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    event: row.event,
    threatId: row.threat_id,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at,
    nextAttemptAt: row.state === 'waiting' ? row.next_attempt_at : null,
    finishedAt: row.finished_at,
    lastError: row.last_error,
  };
}
