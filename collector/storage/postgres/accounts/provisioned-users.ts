import type { ProvisionedUserStore, UserFilter } from '../../../ports/accounts/provisioned-users.ts';
import type { Postgres, Queryable } from '../pool.ts';
import { inTurnOfAccount } from './in-turn-of-account.ts';
import { type SsoUserRow, ssoUserColumns, toUser } from './single-sign-on.ts';

const filtered = `FROM sso_users WHERE account_id = $1 AND ($2::bigint IS NULL OR id = $2)
  AND ($3::text IS NULL OR lower(user_name) = lower($3)) AND ($4::text IS NULL OR external_id = $4)`;

export function createProvisionedUserStore(postgres: Postgres): ProvisionedUserStore {
  const valuesOf = (accountId: number, { id, userName, externalId }: UserFilter) => [
    accountId,
    id ?? null,
    userName ?? null,
    externalId ?? null,
  ];
  /** One change of an account at a time, so that names stay one person's. */
  const alone = <Result>(accountId: number, work: (transaction: Queryable) => Promise<Result>) =>
    inTurnOfAccount(postgres, accountId, work);
  const isTaken = async (transaction: Queryable, accountId: number, userName: string, but: number) => {
    const others = await transaction.query(
      'SELECT 1 FROM sso_users WHERE account_id = $1 AND lower(user_name) = lower($2) AND id <> $3',
      [accountId, userName, but],
    );
    return others.length > 0;
  };

  return {
    list: async (accountId, filter, { limit, offset }) => {
      const values = valuesOf(accountId, filter);
      const [counted] = await postgres.query<{ count: number }>(`SELECT count(*) ${filtered}`, values);
      const rows = await postgres.query<SsoUserRow>(
        `SELECT ${ssoUserColumns} ${filtered} ORDER BY id LIMIT $5 OFFSET $6`,
        [...values, limit, offset],
      );
      return { count: counted!.count, users: rows.map(toUser) };
    },
    find: async (accountId, id) => {
      const [row] = await postgres.query<SsoUserRow>(
        `SELECT ${ssoUserColumns} FROM sso_users WHERE account_id = $1 AND id = $2`,
        [accountId, id],
      );
      return row && toUser(row);
    },
    create: (accountId, { userName, externalId, firstName, lastName, active }, most) =>
      alone(accountId, async (transaction) => {
        if (await isTaken(transaction, accountId, userName, 0)) return 'taken';
        const [known] = await transaction.query<{ count: number }>(
          'SELECT count(*) FROM sso_users WHERE account_id = $1',
          [accountId],
        );
        if (known!.count >= most) return 'full';
        const [row] = await transaction.query<SsoUserRow>(
          `INSERT INTO sso_users (account_id, user_name, external_id, first_name, last_name, active, provisioned)
           VALUES ($1, $2, $3, $4, $5, $6, true) RETURNING ${ssoUserColumns}`,
          [accountId, userName, externalId, firstName, lastName, active],
        );
        return toUser(row!);
      }),
    change: (accountId, id, { userName, externalId, firstName, lastName, active }) =>
      alone(accountId, async (transaction) => {
        if (await isTaken(transaction, accountId, userName, id)) return 'taken';
        const [row] = await transaction.query<SsoUserRow>(
          `UPDATE sso_users SET user_name = $3, external_id = $4, first_name = $5, last_name = $6, active = $7,
             changed_at = now() WHERE account_id = $1 AND id = $2 RETURNING ${ssoUserColumns}`,
          [accountId, id, userName, externalId, firstName, lastName, active],
        );
        return row && toUser(row);
      }),
    remove: async (accountId, id) => {
      const rows = await postgres.query(
        'DELETE FROM sso_users WHERE account_id = $1 AND id = $2 RETURNING id',
        [accountId, id],
      );
      return rows.length > 0;
    },
  };
}
