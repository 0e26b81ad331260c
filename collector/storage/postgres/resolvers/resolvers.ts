import type { HeldPolicy, Resolver, ResolverStore } from '../../../ports/resolvers/resolvers.ts';
import { inTurnOfAccount } from '../accounts/in-turn-of-account.ts';
import { deleteWithKeys } from '../delete-with-keys.ts';
import type { Postgres } from '../pool.ts';
import { recordLatest } from '../record-latest.ts';

interface ResolverRow {
  id: number;
  account_id: number;
  name: string;
  place: string;
  location_id: number | null;
  modules: string[];
  created_at: Date;
  last_seen_at: Date | null;
}

type HeldRow = ResolverRow & {
  held_version: number | null;
  serial: number | null;
  refused_version: number | null;
  not_enforced: number | null;
  held_since: Date;
  told_at: Date;
  behind_since: Date | null;
};

const made = 'id, account_id, name, place, location_id, modules, created_at, last_seen_at';
/** The columns include the last use of a key: whoever uses a key of a resolver was heard of. */
const columns = `r.id, r.account_id, r.name, r.place, r.location_id, r.modules, r.created_at,
  greatest(r.last_seen_at, (SELECT max(k.last_used_at) FROM api_keys k WHERE k.resolver_id = r.id)) AS last_seen_at,
  h.version AS held_version, h.serial, h.refused_version, h.not_enforced, h.held_since, h.told_at,
  (SELECT min(v.changed_at) FROM policy_versions v
    WHERE v.account_id = r.account_id AND v.version > h.version) AS behind_since`;
const withPolicy = 'resolvers r LEFT JOIN resolver_policies h ON h.resolver_id = r.id';

export function createResolverStore(postgres: Postgres): ResolverStore {
  return {
    register: ({ accountId, name, place }, keys, locationKey) =>
      inTurnOfAccount(postgres, accountId, async (transaction) => {
        // Two at once don't make one location twice.
        const [row] = await transaction.query<ResolverRow>(
          `WITH known AS (
           SELECT id FROM locations WHERE account_id = $1 AND name = $3 AND deleted_at IS NULL ORDER BY id LIMIT 1),
         new AS (
           INSERT INTO locations (account_id, name) SELECT $1, $3 WHERE NOT EXISTS (SELECT FROM known) RETURNING id),
         made AS (
           INSERT INTO resolvers (account_id, name, place, modules, location_id)
           SELECT $1, $2, $3, $4, id FROM (SELECT id FROM known UNION ALL SELECT id FROM new) AS location
           RETURNING ${made}),
         keyed AS (
           INSERT INTO api_keys (account_id, kind, resolver_id, module, prefix, hash, label)
           SELECT made.account_id, 'resolver', made.id, k.module, k.prefix, k.hash, made.name
           FROM made, unnest($4::text[], $5::text[], $6::bytea[]) AS k (module, prefix, hash)),
         shipped AS (
           INSERT INTO api_keys (account_id, kind, location_id, resolver_id, prefix, hash, label)
           SELECT account_id, 'location', location_id, id, $7, $8, name FROM made WHERE $8::bytea IS NOT NULL)
         SELECT * FROM made`,
          [
            accountId,
            name,
            place,
            keys.map((key) => key.module),
            keys.map((key) => key.prefix),
            keys.map((key) => key.hash),
            locationKey?.prefix ?? null,
            locationKey?.hash ?? null,
          ],
        );
        return toResolver(row!, null);
      }),
    list: async (accountId, page) => {
      const [counted] = await postgres.query<{ count: number }>(
        'SELECT count(*) FROM resolvers WHERE account_id = $1 AND deleted_at IS NULL',
        [accountId],
      );
      const rows = await postgres.query<HeldRow>(
        `SELECT ${columns} FROM ${withPolicy} WHERE account_id = $1 AND deleted_at IS NULL
         ORDER BY id LIMIT $2 OFFSET $3`,
        [accountId, page.limit, page.offset],
      );
      return { count: counted!.count, resolvers: rows.map((row) => toResolver(row, toPolicy(row))) };
    },
    find: async (accountId, id) => {
      const [row] = await postgres.query<HeldRow>(
        `SELECT ${columns} FROM ${withPolicy} WHERE account_id = $1 AND id = $2 AND deleted_at IS NULL`,
        [accountId, id],
      );
      return row && toResolver(row, toPolicy(row));
    },
    delete: (accountId, id) =>
      deleteWithKeys(postgres, { table: 'resolvers', column: 'resolver_id' }, accountId, id),
    recordPolicy: async (id, { version, serial, refusedVersion, notEnforced }) => {
      // Deleted resolvers ask on for some seconds.
      await postgres.query(
        `INSERT INTO resolver_policies AS h (resolver_id, version, serial, refused_version, not_enforced)
         SELECT id, $2, $3, $4, $5 FROM resolvers WHERE id = $1 AND deleted_at IS NULL
         ON CONFLICT (resolver_id) DO UPDATE SET version = excluded.version, serial = excluded.serial,
           refused_version = excluded.refused_version, not_enforced = excluded.not_enforced, told_at = now(),
           held_since = CASE WHEN h.version = excluded.version THEN h.held_since ELSE now() END
         WHERE (h.version, h.serial, h.refused_version, h.not_enforced) IS DISTINCT FROM
             (excluded.version, excluded.serial, excluded.refused_version, excluded.not_enforced)
           OR h.told_at < now() - interval '1 minute'`,
        [id, version, serial, refusedVersion, notEnforced],
      );
    },
    recordSeen: (seen) => recordLatest(postgres, { table: 'resolvers', column: 'last_seen_at' }, seen),
  };
}

function toPolicy(row: HeldRow): HeldPolicy | null {
  if (row.held_version === null) return null;
  return {
    version: row.held_version,
    serial: row.serial,
    refusedVersion: row.refused_version,
    notEnforced: row.not_enforced,
    heldSince: row.held_since,
    toldAt: row.told_at,
    behindSince: row.behind_since,
  };
}

function toResolver(row: ResolverRow, policy: HeldPolicy | null): Resolver {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    place: row.place,
    locationId: row.location_id,
    modules: row.modules,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    policy,
  };
}
