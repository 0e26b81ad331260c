import type { Member, MemberStore } from '../../../ports/accounts/members.ts';
import type { Role } from '../../../ports/accounts/people.ts';
import type { Postgres, Queryable } from '../pool.ts';
import { inTurnOfAccount } from './in-turn-of-account.ts';
import { type PersonRow, personColumns, toPerson } from './membership-row.ts';

interface MemberRow extends PersonRow {
  role: Role;
  since: Date;
  has_password: boolean;
  link_expires_at: Date | null;
}

const select = `SELECT ${personColumns}, member.role, member.created_at AS since,
    person.password_hash IS NOT NULL AS has_password,
    (SELECT max(expires_at) FROM setup_links WHERE person_id = person.id AND expires_at > now()) AS link_expires_at
  FROM memberships AS member JOIN people AS person ON person.id = member.person_id`;

export function createMemberStore(postgres: Postgres): MemberStore {
  /** One change at a time to an account's members, so that counts and the last owner hold. */
  const alone = <Result>(
    accountId: number,
    work: (transaction: Queryable) => Promise<Result>,
  ): Promise<Result> => inTurnOfAccount(postgres, accountId, work);

  return {
    list: (accountId) => list(postgres, accountId),
    add: ({ accountId, email, firstName, lastName, role }, most) =>
      alone(accountId, async (transaction) => {
        if ((await list(transaction, accountId)).length >= most) return 'full';
        const address = email.toLowerCase();
        const [other] = await transaction.query('SELECT 1 FROM accounts WHERE lower(email) = lower($1)', [
          address,
        ]);
        if (other !== undefined) return 'taken';
        const [person] = await transaction.query<{ id: number }>(
          `INSERT INTO people (email, first_name, last_name) VALUES ($1, $2, $3)
           ON CONFLICT (lower(email)) DO NOTHING RETURNING id`,
          [address, firstName, lastName],
        );
        if (person === undefined) return 'taken';
        await transaction.query('INSERT INTO memberships (account_id, person_id, role) VALUES ($1, $2, $3)', [
          accountId,
          person.id,
          role,
        ]);
        return (await one(transaction, accountId, person.id))!;
      }),
    setRole: (accountId, personId, role, by = 'owner') =>
      alone(accountId, async (transaction) => {
        if (await isForOwners(transaction, accountId, personId, by)) return 'owners_only';
        if (role !== 'owner' && (await isLastOwner(transaction, accountId, personId))) return 'last_owner';
        await transaction.query('UPDATE memberships SET role = $3 WHERE account_id = $1 AND person_id = $2', [
          accountId,
          personId,
          role,
        ]);
        return one(transaction, accountId, personId);
      }),
    remove: (accountId, personId, by = 'owner') =>
      alone(accountId, async (transaction) => {
        if (await isForOwners(transaction, accountId, personId, by)) return 'owners_only';
        if (await isLastOwner(transaction, accountId, personId)) return 'last_owner';
        const gone = await transaction.query(
          'DELETE FROM memberships WHERE account_id = $1 AND person_id = $2 RETURNING person_id',
          [accountId, personId],
        );
        if (gone.length === 0) return undefined;
        await transaction.query(
          'DELETE FROM people WHERE id = $1 AND NOT EXISTS (SELECT FROM memberships WHERE person_id = $1)',
          [personId],
        );
        return 'removed';
      }),
    isAlone: async (accountId, personId) => {
      const rows = await postgres.query<{ account_id: number }>(
        'SELECT account_id FROM memberships WHERE person_id = $1',
        [personId],
      );
      return rows.some((row) => row.account_id === accountId) ? rows.length === 1 : undefined;
    },
  };
}

async function list(postgres: Queryable, accountId: number): Promise<Member[]> {
  const rows = await postgres.query<MemberRow>(
    `${select} WHERE member.account_id = $1 ORDER BY member.created_at, person.id`,
    [accountId],
  );
  return rows.map(toMember);
}

async function one(postgres: Queryable, accountId: number, personId: number): Promise<Member | undefined> {
  const [row] = await postgres.query<MemberRow>(`${select} WHERE member.account_id = $1 AND person.id = $2`, [
    accountId,
    personId,
  ]);
  return row && toMember(row);
}

async function isForOwners(
  transaction: Queryable,
  accountId: number,
  personId: number,
  by: Role,
): Promise<boolean> {
  return by !== 'owner' && (await one(transaction, accountId, personId))?.role === 'owner';
}

async function isLastOwner(transaction: Queryable, accountId: number, personId: number): Promise<boolean> {
  const owners = await transaction.query<{ person_id: number }>(
    "SELECT person_id FROM memberships WHERE account_id = $1 AND role = 'owner'",
    [accountId],
  );
  return owners.length === 1 && owners[0]!.person_id === personId;
}

function toMember(row: MemberRow): Member {
  return {
    ...toPerson(row),
    role: row.role,
    since: row.since,
    hasPassword: row.has_password,
    linkExpiresAt: row.link_expires_at,
  };
}
