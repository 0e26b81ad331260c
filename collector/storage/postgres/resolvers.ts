import type { Resolver, ResolverStore } from '../../ports/resolvers.ts';
import type { Postgres } from './pool.ts';

interface ResolverRow {
  id: number;
  account_id: number;
  name: string;
  place: string;
  modules: string[];
  created_at: Date;
  last_seen_at: Date | null;
}

const columns = 'id, account_id, name, place, modules, created_at, last_seen_at';

export function createResolverStore(postgres: Postgres): ResolverStore {
  return {
    register: async ({ accountId, name, place }, keys) => {
      const [row] = await postgres.query<ResolverRow>(
        `WITH made AS (
           INSERT INTO resolvers (account_id, name, place, modules) VALUES ($1, $2, $3, $4) RETURNING ${columns}),
         keyed AS (
           INSERT INTO api_keys (account_id, kind, resolver_id, module, prefix, hash, label)
           SELECT made.account_id, 'resolver', made.id, k.module, k.prefix, k.hash, made.name
           FROM made, unnest($4::text[], $5::text[], $6::bytea[]) AS k (module, prefix, hash))
         SELECT ${columns} FROM made`,
        [
          accountId,
          name,
          place,
          keys.map((key) => key.module),
          keys.map((key) => key.prefix),
          keys.map((key) => key.hash),
        ],
      );
      return toResolver(row!);
    },
    list: async (accountId, page) => {
      const [counted] = await postgres.query<{ count: number }>(
        'SELECT count(*) FROM resolvers WHERE account_id = $1 AND deleted_at IS NULL',
        [accountId],
      );
      const rows = await postgres.query<ResolverRow>(
        `SELECT ${columns} FROM resolvers WHERE account_id = $1 AND deleted_at IS NULL
         ORDER BY id LIMIT $2 OFFSET $3`,
        [accountId, page.limit, page.offset],
      );
      return { count: counted!.count, resolvers: rows.map(toResolver) };
    },
    find: async (accountId, id) => {
      const [row] = await postgres.query<ResolverRow>(
        `SELECT ${columns} FROM resolvers WHERE account_id = $1 AND id = $2 AND deleted_at IS NULL`,
        [accountId, id],
      );
      return row && toResolver(row);
    },
    delete: async (accountId, id) => {
      const rows = await postgres.query(
        `WITH deleted AS (
           UPDATE resolvers SET deleted_at = now()
           WHERE account_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING id),
         revoked AS (
           UPDATE api_keys k SET revoked_at = now() FROM deleted
           WHERE k.resolver_id = deleted.id AND k.revoked_at IS NULL)
         SELECT id FROM deleted`,
        [accountId, id],
      );
      return rows.length > 0;
    },
    recordSeen: async (seen) => {
      if (seen.size === 0) return;
      await postgres.query(
        `WITH heard AS (
           SELECT r.id, s.at FROM unnest($1::bigint[], $2::timestamptz[]) AS s (id, at)
           JOIN resolvers r ON r.id = s.id ORDER BY r.id FOR UPDATE OF r)
         UPDATE resolvers r SET last_seen_at = greatest(r.last_seen_at, heard.at) FROM heard WHERE r.id = heard.id`,
        [[...seen.keys()], [...seen.values()]],
      );
    },
  };
}

function toResolver(row: ResolverRow): Resolver {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    place: row.place,
    modules: row.modules,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  };
}
