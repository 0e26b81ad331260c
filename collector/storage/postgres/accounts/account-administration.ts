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
  };
}
