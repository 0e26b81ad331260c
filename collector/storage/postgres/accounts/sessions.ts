import type { Session, SessionStore } from '../../../ports/accounts/sessions.ts';
import type { Postgres } from '../pool.ts';
import { storableText } from '../storable-text.ts';
import {
  type MembershipRow,
  membershipColumns,
  membershipTables,
  type PersonRow,
  personColumns,
  toMembership,
  toPerson,
} from './membership-row.ts';

interface SessionRow {
  session_id: number;
  session_created_at: Date;
  last_used_at: Date;
  confirmed_at: Date;
  address: string;
  user_agent: string | null;
}

const columns = `session.id AS session_id, session.created_at AS session_created_at, session.last_used_at,
  session.confirmed_at, session.address, session.user_agent`;

/** Bytes of what a browser calls itself. */
const longestUserAgent = 256;

export function createSessionStore(postgres: Postgres): SessionStore {
  return {
    begin: ({ personId, accountId, hash, at, address, userAgent, most }) =>
      postgres.transaction(async (transaction) => {
        // One at a time, so that the count holds.
        const [member] = await transaction.query(
          'SELECT 1 FROM memberships WHERE person_id = $1 AND account_id = $2 FOR UPDATE',
          [personId, accountId],
        );
        if (member === undefined) return undefined;
        await transaction.query(
          `DELETE FROM sessions WHERE id IN (
             SELECT id FROM sessions WHERE person_id = $1 AND account_id = $2 ORDER BY id DESC OFFSET $3)`,
          [personId, accountId, most - 1],
        );
        const [row] = await transaction.query<SessionRow>(
          `INSERT INTO sessions AS session
             (hash, person_id, account_id, created_at, last_used_at, confirmed_at, address, user_agent)
           VALUES ($1, $2, $3, $4, $4, $4, $5, $6) RETURNING ${columns}`,
          [
            hash,
            personId,
            accountId,
            at,
            address,
            userAgent === null ? null : storableText(userAgent, longestUserAgent),
          ],
        );
        return toSession(row!);
      }),
    find: async (hash, { usedAfter, begunAfter }) => {
      const [row] = await postgres.lookUp<SessionRow & MembershipRow>(
        `SELECT ${columns}, ${membershipColumns} FROM ${membershipTables}
         JOIN sessions AS session ON session.person_id = member.person_id AND session.account_id = member.account_id
         WHERE session.hash = $1 AND session.last_used_at > $2 AND session.created_at > $3`,
        [hash, usedAfter, begunAfter],
      );
      return row && { ...toSession(row), ...toMembership(row) };
    },
    use: async (id, at) => {
      await postgres.query('UPDATE sessions SET last_used_at = greatest(last_used_at, $2) WHERE id = $1', [
        id,
        at,
      ]);
    },
    confirm: async (id, at) => {
      await postgres.query('UPDATE sessions SET confirmed_at = greatest(confirmed_at, $2) WHERE id = $1', [
        id,
        at,
      ]);
    },
    list: async (accountId, personId, { usedAfter, begunAfter }) => {
      const rows = await postgres.query<SessionRow & PersonRow>(
        `SELECT ${columns}, ${personColumns} FROM sessions AS session
         JOIN people AS person ON person.id = session.person_id
         WHERE session.account_id = $1 AND ($2::bigint IS NULL OR session.person_id = $2)
           AND session.last_used_at > $3 AND session.created_at > $4
         ORDER BY session.id DESC`,
        [accountId, personId, usedAfter, begunAfter],
      );
      return rows.map((row) => ({ ...toSession(row), person: toPerson(row) }));
    },
    end: async (accountId, personId, id) => {
      const rows = await postgres.query(
        `DELETE FROM sessions WHERE account_id = $1 AND ($2::bigint IS NULL OR person_id = $2) AND id = $3
         RETURNING id`,
        [accountId, personId, id],
      );
      return rows.length > 0;
    },
    endAll: async (accountId, personId, except) => {
      const rows = await postgres.query(
        `DELETE FROM sessions WHERE account_id = $1 AND ($2::bigint IS NULL OR person_id = $2)
           AND ($3::bigint IS NULL OR id <> $3) RETURNING id`,
        [accountId, personId, except],
      );
      return rows.length;
    },
    forget: async ({ usedAfter, begunAfter }) => {
      const rows = await postgres.query(
        'DELETE FROM sessions WHERE last_used_at <= $1 OR created_at <= $2 RETURNING id',
        [usedAfter, begunAfter],
      );
      return rows.length;
    },
  };
}

function toSession(row: SessionRow): Session {
  return {
    id: row.session_id,
    createdAt: row.session_created_at,
    lastUsedAt: row.last_used_at,
    confirmedAt: row.confirmed_at,
    address: row.address,
    userAgent: row.user_agent,
  };
}
