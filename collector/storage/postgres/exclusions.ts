import type { ExclusionStore, LocationExclusion, StoredExclusion } from '../../ports/threats/exclusions.ts';
import { inTurnOfAccount } from './accounts/in-turn-of-account.ts';
import type { Postgres } from './pool.ts';

interface ExclusionRow {
  id: number;
  location_id: number | null;
  name: string | null;
  client: string | null;
  note: string | null;
  created_at: Date;
}

const columns = 'id, location_id, name, client, note, created_at';

export function createExclusionStore(postgres: Postgres): ExclusionStore {
  return {
    list: async (accountId) => {
      const rows = await postgres.query<ExclusionRow>(
        `SELECT ${columns} FROM exclusions WHERE account_id = $1 ORDER BY id`,
        [accountId],
      );
      return rows.map(toExclusion);
    },
    add: (accountId, { locationId, name, client, note }, most) =>
      inTurnOfAccount(postgres, accountId, async (transaction) => {
        const [row] = await transaction.query<ExclusionRow>(
          `INSERT INTO exclusions (account_id, location_id, name, client, note)
           SELECT $1, $2, $3, $4, $5
           WHERE (SELECT count(*) FROM exclusions e WHERE e.account_id = $1
             AND (coalesce(e.location_id, 0), coalesce(e.name, ''), coalesce(e.client, ''))
               IS DISTINCT FROM (coalesce($2::bigint, 0), coalesce($3::text, ''), coalesce($4::text, ''))) < $6
           ON CONFLICT (account_id, coalesce(location_id, 0), coalesce(name, ''), coalesce(client, ''))
             DO UPDATE SET note = excluded.note
           RETURNING ${columns}`,
          [accountId, locationId, name, client, note, most],
        );
        return row && toExclusion(row);
      }),
    remove: async (accountId, id) => {
      const rows = await postgres.query<{ id: number }>(
        'DELETE FROM exclusions WHERE account_id = $1 AND id = $2 RETURNING id',
        [accountId, id],
      );
      return rows.length > 0;
    },
    inForce: async () => {
      const rows = await postgres.query<{ location_id: number; name: string | null; client: string | null }>(
        `SELECT l.id AS location_id, e.name, e.client
         FROM exclusions e JOIN locations l
           ON l.account_id = e.account_id AND (e.location_id IS NULL OR l.id = e.location_id)
         WHERE l.deleted_at IS NULL ORDER BY l.id, e.id`,
      );
      return rows.map(
        ({ location_id, name, client }): LocationExclusion => ({ locationId: location_id, name, client }),
      );
    },
  };
}

function toExclusion(row: ExclusionRow): StoredExclusion {
  return {
    id: row.id,
    locationId: row.location_id,
    name: row.name,
    client: row.client,
    note: row.note,
    createdAt: row.created_at,
  };
}
