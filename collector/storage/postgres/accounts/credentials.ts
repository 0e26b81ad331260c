import type { CredentialStore, Credentials } from '../../../ports/accounts/credentials.ts';
import type { Postgres, Queryable } from '../pool.ts';
import { type AccountRow, accountColumns } from './account-row.ts';
import { type MembershipRow, membershipColumns, membershipTables, toMembership } from './membership-row.ts';

interface CredentialsRow extends MembershipRow {
  password_hash: string | null;
}

export function createCredentialStore(postgres: Postgres): CredentialStore {
  const credentials = async (
    condition: string,
    values: readonly unknown[],
  ): Promise<Credentials | undefined> => {
    const [row] = await postgres.query<CredentialsRow>(
      `SELECT ${membershipColumns}, person.password_hash FROM ${membershipTables} WHERE ${condition} LIMIT 1`,
      values,
    );
    return row && { ...toMembership(row), passwordHash: row.password_hash };
  };

  return {
    register: (account) =>
      postgres.transaction(async (transaction) => {
        const { firstName, lastName, passwordHash } = account;
        const email = account.email.toLowerCase();
        const names = [email, firstName, lastName];
        const [person] = await transaction.query<{ id: number }>(
          `INSERT INTO people (email, first_name, last_name, password_hash) VALUES ($1, $2, $3, $4)
           ON CONFLICT (lower(email)) DO NOTHING RETURNING id`,
          [...names, passwordHash],
        );
        if (person === undefined) return undefined;
        const [row] = await transaction.query<AccountRow>(
          `INSERT INTO accounts (email, first_name, last_name) VALUES ($1, $2, $3)
           ON CONFLICT (lower(email)) DO NOTHING RETURNING ${accountColumns}`,
          names,
        );
        if (row === undefined) {
          await transaction.query('DELETE FROM people WHERE id = $1', [person.id]);
          return undefined;
        }
        return joinAccount(transaction, row.id, person.id);
      }),
    find: (email) =>
      credentials('lower(person.email) = lower($1) ORDER BY member.created_at, account.id', [
        email.toLowerCase(),
      ]),
    findPerson: async (personId) => {
      const found = await credentials('person.id = $1 ORDER BY member.created_at, account.id', [personId]);
      if (found === undefined) return undefined;
      const { passwordHash: _secret, ...member } = found;
      return member;
    },
    findMember: (accountId, personId) =>
      personId === null
        ? credentials("account.id = $1 AND member.role = 'owner' ORDER BY member.created_at, person.id", [
            accountId,
          ])
        : credentials('account.id = $1 AND person.id = $2', [accountId, personId]),
    setPassword: (personId, passwordHash, except) =>
      postgres.transaction((transaction) => setPassword(transaction, personId, passwordHash, except)),
    renewHash: async (personId, before, passwordHash) => {
      await postgres.query('UPDATE people SET password_hash = $3 WHERE id = $1 AND password_hash = $2', [
        personId,
        before,
        passwordHash,
      ]);
    },
    signOutEverywhere: (accountId, personId) =>
      postgres.transaction(async (transaction) => {
        await transaction.query(
          `UPDATE people SET token_generation = token_generation + 1 WHERE id IN (
             SELECT person_id FROM memberships WHERE account_id = $1 AND ($2::bigint IS NULL OR person_id = $2))`,
          [accountId, personId],
        );
        await transaction.query(
          `DELETE FROM sessions WHERE person_id IN (
             SELECT person_id FROM memberships WHERE account_id = $1 AND ($2::bigint IS NULL OR person_id = $2))`,
          [accountId, personId],
        );
      }),
    tokenHolder: async (accountId, personId) => {
      const [row] = await postgres.lookUp<MembershipRow>(
        `SELECT ${membershipColumns} FROM ${membershipTables}
         WHERE account.id = $1 AND person.id = $2`,
        [accountId, personId],
      );
      return row && toMembership(row);
    },
  };
}

/** Sets a password, voids tokens and ends sessions. False if there is no such person. */
export async function setPassword(
  transaction: Queryable,
  personId: number,
  passwordHash: string,
  except?: number,
): Promise<boolean> {
  const rows = await transaction.query(
    `UPDATE people SET password_hash = $2, token_generation = token_generation + 1, updated_at = now()
     WHERE id = $1 RETURNING id`,
    [personId, passwordHash],
  );
  await transaction.query('DELETE FROM sessions WHERE person_id = $1 AND id <> $2', [personId, except ?? 0]);
  await transaction.query('DELETE FROM setup_links WHERE person_id = $1', [personId]);
  return rows.length > 0;
}

/** Makes a person an account's owner, if he is no member yet. */
export async function joinAccount(transaction: Queryable, accountId: number, personId: number) {
  await transaction.query(
    `INSERT INTO memberships (account_id, person_id, role) VALUES ($1, $2, 'owner') ON CONFLICT DO NOTHING`,
    [accountId, personId],
  );
  const [row] = await transaction.query<MembershipRow>(
    `SELECT ${membershipColumns} FROM ${membershipTables} WHERE account.id = $1 AND person.id = $2`,
    [accountId, personId],
  );
  return toMembership(row!);
}
