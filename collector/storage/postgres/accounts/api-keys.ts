import type { ApiKey, ApiKeyStore, KeyScope, NewApiKey } from '../../../ports/accounts/api-keys.ts';
import { noBounds } from '../../../ports/accounts/key-bounds.ts';
import type { Postgres, Queryable } from '../pool.ts';
import { recordLatest } from '../record-latest.ts';
import { inTurnOfAccount } from './in-turn-of-account.ts';

interface KeyRow {
  id: number;
  account_id: number;
  kind: KeyScope['kind'];
  location_id: number | null;
  resolver_id: number | null;
  module: string | null;
  prefix: string;
  label: string;
  created_at: Date;
  last_used_at: Date | null;
  role: ApiKey['role'];
  expires_at: Date | null;
  families: string[] | null;
  /** As the driver reads 64-bit integers in arrays. */
  location_ids: string[] | null;
  networks: string[] | null;
  read_only: boolean;
}

const columns =
  'id, account_id, kind, location_id, resolver_id, module, prefix, label, created_at, last_used_at, role, expires_at, ' +
  'families, location_ids, networks, read_only';

export function createApiKeyStore(postgres: Postgres): ApiKeyStore {
  return {
    create: (key) => create(postgres, key),
    createWithin: (key, most) =>
      inTurnOfAccount(postgres, key.accountId, async (transaction) => {
        const [own] = await transaction.query<{ count: number }>(
          `SELECT count(*) FROM api_keys
           WHERE account_id = $1 AND kind IN ('account', 'admin', 'provisioning') AND revoked_at IS NULL`,
          [key.accountId],
        );
        return own!.count < most ? create(transaction, key) : undefined;
      }),
    findByHash: async (hash) => {
      const [row] = await postgres.lookUp<KeyRow>(
        `SELECT ${columns} FROM api_keys WHERE hash = $1 AND revoked_at IS NULL
           AND (expires_at IS NULL OR expires_at > now())`,
        [hash],
      );
      return row && toApiKey(row);
    },
    wasRevoked: async (hash) => {
      const rows = await postgres.query('SELECT 1 FROM api_keys WHERE hash = $1 AND revoked_at IS NOT NULL', [
        hash,
      ]);
      return rows.length > 0;
    },
    revoke: async (accountId, keyId) => {
      const rows = await postgres.query(
        `UPDATE api_keys SET revoked_at = now()
         WHERE account_id = $1 AND id = $2 AND revoked_at IS NULL RETURNING id`,
        [accountId, keyId],
      );
      return rows.length > 0;
    },
    list: async (accountId) => {
      const rows = await postgres.query<KeyRow>(
        `SELECT ${columns} FROM api_keys WHERE account_id = $1 AND revoked_at IS NULL ORDER BY id`,
        [accountId],
      );
      return rows.map(toApiKey);
    },
    recordUse: (uses) => recordLatest(postgres, { table: 'api_keys', column: 'last_used_at' }, uses),
  };
}

async function create(
  postgres: Queryable,
  { accountId, scope, prefix, hash, label, role, expiresAt, bounds = noBounds }: NewApiKey,
): Promise<ApiKey> {
  const [row] = await postgres.query<KeyRow>(
    `INSERT INTO api_keys (account_id, kind, location_id, resolver_id, module, prefix, hash, label, role, expires_at,
       families, location_ids, networks, read_only)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING ${columns}`,
    [
      accountId,
      scope.kind,
      scope.kind === 'location' ? scope.locationId : null,
      scope.kind === 'resolver' ? scope.resolverId : null,
      scope.kind === 'resolver' ? scope.module : null,
      prefix,
      hash,
      label,
      role ?? 'owner',
      expiresAt ?? null,
      bounds.families,
      bounds.locationIds,
      bounds.networks,
      bounds.readOnly,
    ],
  );
  return toApiKey(row!);
}

function toApiKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    scope: toScope(row),
    prefix: row.prefix,
    label: row.label,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    role: row.role,
    expiresAt: row.expires_at,
    bounds: {
      families: row.families,
      locationIds: row.location_ids?.map(Number) ?? null,
      networks: row.networks,
      readOnly: row.read_only,
    },
  };
}

function toScope({ kind, location_id, resolver_id, module }: KeyRow): KeyScope {
  if (kind === 'location') return { kind, locationId: location_id! };
  if (kind === 'resolver') return { kind, resolverId: resolver_id!, module: module! };
  return { kind };
}
