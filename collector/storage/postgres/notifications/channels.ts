import type {
  Channel,
  ChannelStore,
  Digest,
  NewChannel,
  QuietHours,
} from '../../../ports/threats/notifications.ts';
import { inTurnOfAccount } from '../accounts/in-turn-of-account.ts';
import type { Postgres } from '../pool.ts';

/** Quiet hours are stored like this. */
export interface StoredQuietHours {
  from: string;
  to: string;
  time_zone: string;
}

/** Digests are stored like this. */
export interface StoredDigest {
  every: Digest['every'];
  at: string;
  time_zone: string;
}

interface ChannelRow {
  id: number;
  location_id: number | null;
  kind: Channel['kind'];
  target: string;
  least_severity: Channel['leastSeverity'];
  threat_types: string[] | null;
  tells_resolved: boolean;
  by_case: boolean;
  quiet_hours: StoredQuietHours | null;
  digest: StoredDigest | null;
  note: string | null;
  secret: string | null;
  refused: number;
  created_at: Date;
  waiting: number;
  dead: number;
  last_delivered_at: Date | null;
}

const select = `
  SELECT c.id, c.location_id, c.kind, c.target, c.least_severity, c.threat_types,
    c.tells_resolved, c.by_case, c.quiet_hours, c.digest, c.note, c.secret, c.refused, c.created_at,
    (SELECT count(*) FROM notification_deliveries d WHERE d.channel_id = c.id AND d.state = 'waiting') AS waiting,
    (SELECT count(*) FROM notification_deliveries d WHERE d.channel_id = c.id AND d.state = 'dead') AS dead,
    (SELECT max(finished_at) FROM notification_deliveries d WHERE d.channel_id = c.id AND d.state = 'delivered')
      AS last_delivered_at
  FROM notification_channels c WHERE c.account_id = $1`;

/** Creates the store of accounts' channels. */
export function createChannelStore(postgres: Postgres): ChannelStore {
  return {
    list: async (accountId) =>
      (await postgres.query<ChannelRow>(`${select} ORDER BY c.id`, [accountId])).map(toChannel),
    find: async (accountId, id) => {
      const [row] = await postgres.query<ChannelRow>(`${select} AND c.id = $2`, [accountId, id]);
      return row && { ...toChannel(row), secret: row.secret };
    },
    add: (accountId, channel, most) =>
      inTurnOfAccount(postgres, accountId, async (transaction) => {
        const [added] = await transaction.query<{ id: number }>(
          `INSERT INTO notification_channels (account_id, location_id, kind, target, least_severity, threat_types, tells_resolved,
             by_case, quiet_hours, digest, note, secret)
           SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
           WHERE (SELECT count(*) FROM notification_channels WHERE account_id = $1) < $13 RETURNING id`,
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

function valuesOf(channel: NewChannel): unknown[] {
  const { locationId, kind, target, leastSeverity, threatTypes, tellsResolved } = channel;
  const { byCase, quietHours, digest, note, secret } = channel;
  const digested = digest && { every: digest.every, at: digest.at, time_zone: digest.timeZone };
  const quiet = quietHours && {
    from: quietHours.from,
    to: quietHours.to,
    time_zone: quietHours.timeZone,
  };
  return [
    locationId,
    kind,
    target,
    leastSeverity,
    threatTypes,
    tellsResolved,
    byCase,
    quiet === null ? null : JSON.stringify(quiet),
    digested === null ? null : JSON.stringify(digested),
    note,
    secret,
  ];
}

export function toQuietHours(stored: StoredQuietHours | null): QuietHours | null {
  return stored === null ? null : { from: stored.from, to: stored.to, timeZone: stored.time_zone };
}

export function toDigest(stored: StoredDigest | null): Digest | null {
  return stored === null ? null : { every: stored.every, at: stored.at, timeZone: stored.time_zone };
}

function toChannel(row: ChannelRow): Channel {
  return {
    id: row.id,
    locationId: row.location_id,
    kind: row.kind,
    target: row.target,
    leastSeverity: row.least_severity,
    threatTypes: row.threat_types,
    tellsResolved: row.tells_resolved,
    byCase: row.by_case,
    quietHours: toQuietHours(row.quiet_hours),
    digest: toDigest(row.digest),
    note: row.note,
    createdAt: row.created_at,
    waiting: row.waiting,
    dead: row.dead,
    refused: row.refused,
    lastDeliveredAt: row.last_delivered_at,
  };
}
