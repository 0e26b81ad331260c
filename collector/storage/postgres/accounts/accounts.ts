import type { Account, AccountStore } from '../../../ports/accounts/accounts.ts';
import type { Postgres, Queryable } from '../pool.ts';
import { type AccountRow, accountColumns, toAccount } from './account-row.ts';
import { joinAccount } from './credentials.ts';

/** An arbitrary number that all collectors agree on. */
const administratorLock = 7_366_632;

export function createAccountStore(postgres: Postgres): AccountStore {
  const one = async (condition: string, value: unknown): Promise<Account | undefined> => {
    const [row] = await postgres.lookUp<AccountRow>(
      `SELECT ${accountColumns} FROM accounts WHERE ${condition}`,
      [value],
    );
    return row && toAccount(row);
  };

  return {
    find: (id) => one('id = $1', id),
    findByEmail: (email) => one('lower(email) = lower($1)', email.toLowerCase()),
    ensureAdministrator: (email) =>
      postgres.transaction(async (transaction) => {
        await transaction.query('SELECT pg_advisory_xact_lock($1)', [administratorLock]);
        const [existing] = await transaction.query<AccountRow>(
          `SELECT ${accountColumns} FROM accounts WHERE administrator
           ORDER BY lower(email) = lower($1) DESC, id LIMIT 1`,
          [email.toLowerCase()],
        );
        if (existing) return toAccount(existing);
        const [made] = await transaction.query<AccountRow>(
          `INSERT INTO accounts (email, tier, administrator) VALUES ($1, 'enterprise', true)
           ON CONFLICT (lower(email)) DO UPDATE SET administrator = true, updated_at = now()
           RETURNING ${accountColumns}`,
          [email.toLowerCase()],
        );
        await makeOwner(transaction, made!);
        return toAccount(made!);
      }),
  };
}

/** Makes the person of an account's address its owner, who has no password yet if he was not known. */
async function makeOwner(transaction: Queryable, { id, email }: AccountRow): Promise<void> {
  const [person] = await transaction.query<{ id: number }>(
    `INSERT INTO people (email) VALUES ($1)
     ON CONFLICT (lower(email)) DO UPDATE SET updated_at = now() RETURNING id`,
    [email],
  );
  await joinAccount(transaction, id, person!.id);
}
