import type { CredentialStore } from '../../../ports/accounts/credentials.ts';
import type { Postgres } from '../pool.ts';
import { type AccountRow, accountColumns, toAccount } from './account-row.ts';

export function createCredentialStore(postgres: Postgres): CredentialStore {
  return {
    register: async ({ email, firstName, lastName, passwordHash }) => {
      const [row] = await postgres.query<AccountRow>(
        `INSERT INTO accounts (email, first_name, last_name, password_hash) VALUES ($1, $2, $3, $4)
         ON CONFLICT (lower(email)) DO NOTHING RETURNING ${accountColumns}`,
        [email.toLowerCase(), firstName, lastName, passwordHash],
      );
      return row && toAccount(row);
    },
    find: async (email) => {
      const [row] = await postgres.query<AccountRow & { password_hash: string | null }>(
        `SELECT ${accountColumns}, password_hash FROM accounts WHERE lower(email) = lower($1)`,
        [email.toLowerCase()],
      );
      return row && { account: toAccount(row), passwordHash: row.password_hash };
    },
    setPassword: async (accountId, passwordHash) => {
      const rows = await postgres.query(
        `UPDATE accounts SET password_hash = $2, tokens_valid_after = now(), updated_at = now()
         WHERE id = $1 RETURNING id`,
        [accountId, passwordHash],
      );
      return rows.length > 0;
    },
    voidTokens: async (accountId) => {
      await postgres.query('UPDATE accounts SET tokens_valid_after = now() WHERE id = $1', [accountId]);
    },
    tokenHolder: async (accountId) => {
      const [row] = await postgres.query<AccountRow & { tokens_valid_after: Date | null }>(
        `SELECT ${accountColumns}, tokens_valid_after FROM accounts WHERE id = $1`,
        [accountId],
      );
      return row && { account: toAccount(row), validAfter: row.tokens_valid_after };
    },
  };
}
