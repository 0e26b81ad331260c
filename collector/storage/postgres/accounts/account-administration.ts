import type { AccountAdministration } from '../../../ports/accounts/account-administration.ts';
import type { Postgres } from '../pool.ts';
import { type AccountRow, accountColumns, toAccount } from './account-row.ts';

export function createAccountAdministration(postgres: Postgres): AccountAdministration {
  return {
    list: async (page) => {
      const [counted] = await postgres.query<{ count: number }>('SELECT count(*) FROM accounts');
      const rows = await postgres.query<AccountRow>(
        `SELECT ${accountColumns} FROM accounts ORDER BY id LIMIT $1 OFFSET $2`,
        [page.limit, page.offset],
      );
      return { count: counted!.count, accounts: rows.map(toAccount) };
    },
    setTier: async (accountId, tier) => {
      const [row] = await postgres.query<AccountRow>(
        `UPDATE accounts SET tier = $2, updated_at = now() WHERE id = $1 RETURNING ${accountColumns}`,
        [accountId, tier],
      );
      return row && toAccount(row);
    },
    setAdministrator: (accountId, administrator) =>
      postgres.transaction(async (transaction) => {
        // Locked together, so that the last two administrators can't take each other's right at once.
        const others = await transaction.query<{ id: number }>(
          'SELECT id FROM accounts WHERE administrator ORDER BY id FOR UPDATE',
        );
        if (!administrator && others.every(({ id }) => id === accountId)) return undefined;
        const [row] = await transaction.query<AccountRow>(
          `UPDATE accounts SET administrator = $2, updated_at = now() WHERE id = $1 RETURNING ${accountColumns}`,
          [accountId, administrator],
        );
        return row && toAccount(row);
      }),
    delete: (accountId) =>
      postgres.transaction(async (transaction) => {
        const administrators = await transaction.query<{ id: number }>(
          'SELECT id FROM accounts WHERE administrator ORDER BY id FOR UPDATE',
        );
        if (administrators.length === 1 && administrators[0]!.id === accountId) return 'last_administrator';
        await transaction.query(
          `INSERT INTO forgotten_locations (location_id) SELECT id FROM locations WHERE account_id = $1
           ON CONFLICT DO NOTHING`,
          [accountId],
        );
        await transaction.query(
          `DELETE FROM people WHERE id IN (SELECT person_id FROM memberships WHERE account_id = $1)
             AND NOT EXISTS (SELECT FROM memberships WHERE person_id = people.id AND account_id <> $1)`,
          [accountId],
        );
        // Domains are everybody's: whose turn it is to ask about them is nobody's, then.
        await transaction.query('UPDATE domain_watches SET account_id = 0 WHERE account_id = $1', [
          accountId,
        ]);
        // All that refers to it goes with it.
        const gone = await transaction.query('DELETE FROM accounts WHERE id = $1 RETURNING id', [accountId]);
        return gone.length > 0 ? 'deleted' : undefined;
      }),
    forgottenLocations: async () => {
      const rows = await postgres.query<{ location_id: number }>(
        'SELECT location_id FROM forgotten_locations',
      );
      return rows.map((row) => row.location_id);
    },
  };
}
