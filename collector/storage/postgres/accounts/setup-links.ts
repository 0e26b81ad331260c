import type { SetupLinkStore } from '../../../ports/accounts/setup-links.ts';
import type { Postgres, Queryable } from '../pool.ts';
import { setPassword } from './credentials.ts';
import { type MembershipRow, membershipColumns, membershipTables, toMembership } from './membership-row.ts';

export function createSetupLinkStore(postgres: Postgres): SetupLinkStore {
  return {
    create: ({ personId, hash, expiresAt }) =>
      postgres.transaction(async (transaction) => {
        // One at a time, so that no two are good at once.
        await transaction.query('SELECT 1 FROM people WHERE id = $1 FOR NO KEY UPDATE', [personId]);
        await transaction.query('DELETE FROM setup_links WHERE person_id = $1', [personId]);
        await transaction.query('INSERT INTO setup_links (hash, person_id, expires_at) VALUES ($1, $2, $3)', [
          hash,
          personId,
          expiresAt,
        ]);
      }),
    find: async (hash, at) => {
      const [link] = await postgres.query<{ person_id: number }>(
        'SELECT person_id FROM setup_links WHERE hash = $1 AND expires_at > $2',
        [hash, at],
      );
      return link === undefined ? undefined : memberOf(postgres, link.person_id);
    },
    redeem: (hash, at, { passwordHash, email, firstName, lastName }) =>
      postgres.transaction(async (transaction) => {
        // Whoever comes second waits here, and then finds none.
        const [link] = await transaction.query<{ person_id: number }>(
          'SELECT person_id FROM setup_links WHERE hash = $1 AND expires_at > $2 FOR UPDATE',
          [hash, at],
        );
        if (link === undefined) return undefined;
        const personId = link.person_id;
        const wanted = email?.toLowerCase();
        if (wanted !== undefined && (await isTaken(transaction, wanted, personId))) return 'taken';
        // What stands for the person in the accounts that he began follows him.
        await transaction.query(
          `UPDATE accounts SET email = coalesce($2, email), first_name = coalesce($3, first_name),
             last_name = coalesce($4, last_name), updated_at = now()
           WHERE lower(email) = (SELECT lower(email) FROM people WHERE id = $1)`,
          [personId, wanted, firstName, lastName],
        );
        await transaction.query(
          `UPDATE people SET email = coalesce($2, email), first_name = coalesce($3, first_name),
             last_name = coalesce($4, last_name) WHERE id = $1`,
          [personId, wanted, firstName, lastName],
        );
        await setPassword(transaction, personId, passwordHash);
        return memberOf(transaction, personId);
      }),
    forgetBefore: async (time) => {
      const rows = await postgres.query(
        'DELETE FROM setup_links WHERE expires_at <= $1 RETURNING person_id',
        [time],
      );
      return rows.length;
    },
  };
}

async function isTaken(transaction: Queryable, email: string, personId: number): Promise<boolean> {
  const [other] = await transaction.query(
    `SELECT 1 FROM people WHERE lower(email) = lower($1) AND id <> $2
     UNION ALL
     SELECT 1 FROM accounts WHERE lower(email) = lower($1)
       AND lower(email) <> (SELECT lower(email) FROM people WHERE id = $2)`,
    [email, personId],
  );
  return other !== undefined;
}

async function memberOf(postgres: Queryable, personId: number) {
  const [row] = await postgres.query<MembershipRow>(
    `SELECT ${membershipColumns} FROM ${membershipTables} WHERE person.id = $1
     ORDER BY member.created_at, account.id LIMIT 1`,
    [personId],
  );
  return row && toMembership(row);
}
