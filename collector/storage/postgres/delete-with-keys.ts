import type { Postgres } from './pool.ts';

/** A key holder is something that an account has and that keys are made for. */
type KeyHolder =
  | { readonly table: 'locations'; readonly column: 'location_id' }
  | { readonly table: 'resolvers'; readonly column: 'resolver_id' };

/** Marks what an account has as deleted and revokes its keys, in one statement. Whether it was there. */
export async function deleteWithKeys(
  postgres: Postgres,
  { table, column }: KeyHolder,
  accountId: number,
  id: number,
): Promise<boolean> {
  const rows = await postgres.query(
    `WITH deleted AS (
       UPDATE ${table} SET deleted_at = now()
       WHERE account_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING id),
     revoked AS (
       UPDATE api_keys k SET revoked_at = now() FROM deleted
       WHERE k.${column} = deleted.id AND k.revoked_at IS NULL)
     SELECT id FROM deleted`,
    [accountId, id],
  );
  return rows.length > 0;
}
