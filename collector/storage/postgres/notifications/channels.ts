import type { Channel, ChannelStore, NewChannel } from '../../../ports/threats/notifications.ts';
import type { Postgres } from '../pool.ts';

interface ChannelRow {
  id: number;
  location_id: number | null;
  kind: Channel['kind'];
  target: string;
  least_severity: Channel['leastSeverity'];
  note: string | null;
  secret: string | null;
  refused: number;
  created_at: Date;
  waiting: number;
  dead: number;
  last_delivered_at: Date | null;
}

const select = `
  SELECT c.id, c.location_id, c.kind, c.target, c.least_severity, c.note, c.secret, c.refused, c.created_at,
    (SELECT count(*) FROM notification_deliveries d WHERE d.channel_id = c.id AND d.state = 'waiting') AS waiting,
    (SELECT count(*) FROM notification_deliveries d WHERE d.channel_id = c.id AND d.state = 'dead') AS dead,
    (SELECT max(finished_at) FROM notification_deliveries d WHERE d.channel_id = c.id AND d.state = 'delivered')
      AS last_delivered_at
  FROM notification_channels c WHERE c.account_id = $1`;

/** The channels of accounts. */
export function createChannelStore(postgres: Postgres): ChannelStore {
  return {
    list: async (accountId) =>
      (await postgres.query<ChannelRow>(`${select} ORDER BY c.id`, [accountId])).map(toChannel),
    find: async (accountId, id) => {
      const [row] = await postgres.query<ChannelRow>(`${select} AND c.id = $2`, [accountId, id]);
      return row && { ...toChannel(row), secret: row.secret };
    },
    add: (accountId, channel, most) =>
      postgres.transaction(async (transaction) => {
        // One at a time, so that the count holds.
        await transaction.query('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
        const [added] = await transaction.query<{ id: number }>(
          `INSERT INTO notification_channels (account_id, location_id, kind, target, least_severity, note, secret)
           SELECT $1, $2, $3, $4, $5, $6, $7
           WHERE (SELECT count(*) FROM notification_channels WHERE account_id = $1) < $8 RETURNING id`,
          [accountId, ...valuesOf(channel), most],
        );
        if (added === undefined) return undefined;
        const [row] = await transaction.query<ChannelRow>(`${select} AND c.id = $2`, [accountId, added.id]);
        return toChannel(row!);
      }),
    remove: async (accountId, id) => {
      const rows = await postgres.query<{ id: number }>(
        `WITH gone AS (DELETE FROM notification_channels WHERE account_id = $1 AND id = $2 RETURNING id),
         untold AS (DELETE FROM notification_deliveries d USING gone WHERE d.channel_id = gone.id)
         SELECT id FROM gone`,
        [accountId, id],
      );
      return rows.length > 0;
    },
  };
}

function valuesOf({ locationId, kind, target, leastSeverity, note, secret }: NewChannel): unknown[] {
  return [locationId, kind, target, leastSeverity, note, secret];
}

function toChannel(row: ChannelRow): Channel {
  return {
    id: row.id,
    locationId: row.location_id,
    kind: row.kind,
    target: row.target,
    leastSeverity: row.least_severity,
    note: row.note,
    createdAt: row.created_at,
    waiting: row.waiting,
    dead: row.dead,
    refused: row.refused,
    lastDeliveredAt: row.last_delivered_at,
  };
}
