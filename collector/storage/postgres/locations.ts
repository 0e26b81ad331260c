import type { Location, LocationStore, NewLocation } from '../../ports/ingest/locations.ts';
import { inTurnOfAccount } from './accounts/in-turn-of-account.ts';
import { deleteWithKeys } from './delete-with-keys.ts';
import type { Postgres, Queryable } from './pool.ts';

interface LocationRow {
  id: number;
  account_id: number;
  name: string;
  description: string | null;
  retention_days: number | null;
  created_at: Date;
  updated_at: Date;
}

const columns = 'id, account_id, name, description, retention_days, created_at, updated_at';

export function createLocationStore(postgres: Postgres): LocationStore {
  return {
    create: (location, key) => create(postgres, location, key),
    createWithin: (location, key, most) =>
      inTurnOfAccount(postgres, location.accountId, async (transaction) => {
        const { accountId } = location;
        const [known] = await transaction.query<{ count: number }>(
          'SELECT count(*) FROM locations WHERE account_id = $1 AND deleted_at IS NULL',
          [accountId],
        );
        return known!.count < most ? create(transaction, location, key) : undefined;
      }),
    list: async (accountId, page) => {
      const rows = await postgres.lookUp<LocationRow & { total: number }>(
        `SELECT ${columns}, count(*) OVER () AS total FROM locations
         WHERE account_id = $1 AND deleted_at IS NULL ORDER BY id LIMIT $2 OFFSET $3`,
        [accountId, page.limit, page.offset],
      );
      if (rows.length > 0 || page.offset === 0) {
        return { count: rows[0]?.total ?? 0, locations: rows.map(toLocation) };
      }
      // A page beyond the last has no row to carry the number.
      const [counted] = await postgres.query<{ count: number }>(
        'SELECT count(*) FROM locations WHERE account_id = $1 AND deleted_at IS NULL',
        [accountId],
      );
      return { count: counted!.count, locations: [] };
    },
    find: async (accountId, id) => {
      const [row] = await postgres.lookUp<LocationRow>(
        `SELECT ${columns} FROM locations WHERE account_id = $1 AND id = $2 AND deleted_at IS NULL`,
        [accountId, id],
      );
      return row && toLocation(row);
    },
    owner: async (id) => {
      const [row] = await postgres.lookUp<{ account_id: number }>(
        'SELECT account_id FROM locations WHERE id = $1 AND deleted_at IS NULL',
        [id],
      );
      return row?.account_id;
    },
    update: async (accountId, id, change) => {
      const [row] = await postgres.query<LocationRow>(
        `UPDATE locations SET updated_at = now(),
           name = coalesce($3, name), description = CASE WHEN $4 THEN $5 ELSE description END,
           retention_days = CASE WHEN $6 THEN $7::integer ELSE retention_days END
         WHERE account_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING ${columns}`,
        [
          accountId,
          id,
          change.name,
          change.description !== undefined,
          change.description,
          change.retentionDays !== undefined,
          change.retentionDays,
        ],
      );
      return row && toLocation(row);
    },
    retentions: async () => {
      const rows = await postgres.query<{ id: number; retention_days: number }>(
        'SELECT id, retention_days FROM locations WHERE retention_days IS NOT NULL',
      );
      return new Map(rows.map((row) => [row.id, row.retention_days]));
    },
    delete: (accountId, id) =>
      deleteWithKeys(postgres, { table: 'locations', column: 'location_id' }, accountId, id),
  };
}

async function create(
  postgres: Queryable,
  { accountId, name, description, retentionDays = null }: NewLocation,
  key: { prefix: string; hash: Buffer },
): Promise<Location> {
  const [row] = await postgres.query<LocationRow>(
    `WITH made AS (
       INSERT INTO locations (account_id, name, description, retention_days) VALUES ($1, $2, $3, $6) RETURNING ${columns}),
     keyed AS (
       INSERT INTO api_keys (account_id, kind, location_id, prefix, hash, label)
       SELECT account_id, 'location', id, $4, $5, name FROM made)
     SELECT ${columns} FROM made`,
    [accountId, name, description, key.prefix, key.hash, retentionDays],
  );
  return toLocation(row!);
}

function toLocation(row: LocationRow): Location {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    description: row.description,
    retentionDays: row.retention_days,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
