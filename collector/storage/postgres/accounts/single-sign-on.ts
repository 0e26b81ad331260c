import type { SsoSettings } from '@sonde/shared/schemas/people/sso.ts';
import type {
  Identity,
  Newcomer,
  SingleSignOnStore,
  SsoProvider,
  SsoUser,
} from '../../../ports/accounts/single-sign-on.ts';
import type { Postgres, Queryable } from '../pool.ts';
import { storableJson } from '../storable-text.ts';
import type { AccountRow } from './account-row.ts';
import { joinAccount } from './credentials.ts';
import { inTurnOfAccount } from './in-turn-of-account.ts';

interface ProviderRow {
  account_id: number;
  administrator: boolean;
  source: SsoProvider['source'];
  settings: SsoSettings;
  sealed_secret: string | null;
  changed_at: Date;
}

export interface SsoUserRow {
  id: number;
  account_id: number;
  subject: string | null;
  user_name: string;
  external_id: string | null;
  first_name: string | null;
  last_name: string | null;
  active: boolean;
  person_id: number | null;
  created_at: Date;
  changed_at: Date;
}

const providerColumns =
  'provider.account_id, account.administrator, provider.source, provider.settings, provider.sealed_secret, provider.changed_at';
const providers = 'sso_providers AS provider JOIN accounts AS account ON account.id = provider.account_id';
export const ssoUserColumns =
  'id, account_id, subject, user_name, external_id, first_name, last_name, active, person_id, created_at, changed_at';

export function createSingleSignOnStore(postgres: Postgres): SingleSignOnStore {
  const provider = async (condition: string, value: unknown): Promise<SsoProvider | undefined> => {
    const [row] = await postgres.query<ProviderRow>(
      `SELECT ${providerColumns} FROM ${providers} WHERE ${condition}`,
      [value],
    );
    return row && toProvider(row);
  };
  const find = (accountId: number) => provider('provider.account_id = $1', accountId);

  return {
    find,
    findByHandle: (handle) => provider('provider.handle = $1', handle),
    listOffered: async () => {
      const rows = await postgres.query<ProviderRow>(
        `SELECT ${providerColumns} FROM ${providers}
         WHERE account.administrator AND (provider.settings->>'enabled')::boolean
         ORDER BY provider.settings->>'name', provider.account_id`,
      );
      return rows.map(toProvider);
    },
    save: async ({ accountId, source, settings, sealedSecret }) => {
      const taken = await postgres.transaction(async (transaction) => {
        const others = await transaction.query(
          'SELECT 1 FROM sso_providers WHERE handle = $1 AND account_id <> $2',
          [settings.handle, accountId],
        );
        if (others.length > 0) return true;
        await transaction.query(
          `INSERT INTO sso_providers (account_id, handle, source, settings, sealed_secret) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (account_id) DO UPDATE SET handle = excluded.handle, source = excluded.source,
             settings = excluded.settings, sealed_secret = excluded.sealed_secret, changed_at = now()`,
          [accountId, settings.handle, source, storableJson(settings), sealedSecret],
        );
        return false;
      });
      return taken ? 'taken' : (await find(accountId))!;
    },
    remove: (accountId) =>
      postgres.transaction(async (transaction) => {
        await transaction.query(
          `DELETE FROM sessions USING sso_sessions AS begun, sso_users AS known
           WHERE sessions.id = begun.session_id AND begun.user_id = known.id AND known.account_id = $1`,
          [accountId],
        );
        const rows = await transaction.query(
          'DELETE FROM sso_providers WHERE account_id = $1 RETURNING account_id',
          [accountId],
        );
        return rows.length > 0;
      }),
    removeFromSettings: async () => {
      await postgres.query("DELETE FROM sso_providers WHERE source = 'settings'");
    },

    findUser: (identity) => findUser(postgres, identity),
    adoptUser: async ({ accountId, issuer, subject }, { email }) => {
      const [row] = await postgres.query<SsoUserRow>(
        `UPDATE sso_users SET issuer = $2, subject = $3, changed_at = now() WHERE id = (
           SELECT id FROM sso_users WHERE account_id = $1 AND provisioned AND subject IS NULL
             AND (external_id = $3 OR lower(user_name) = lower($4))
           ORDER BY external_id IS NOT DISTINCT FROM $3 DESC, id LIMIT 1 FOR UPDATE)
         RETURNING ${ssoUserColumns}`,
        [accountId, issuer, subject, email],
      );
      return row && toUser(row);
    },
    // Two sign-ins of one person at once make one of him.
    admit: (newcomer, most) =>
      inTurnOfAccount(postgres, newcomer.accountId, (transaction) => admit(transaction, newcomer, most)),
    link: (identity, personId) =>
      postgres.transaction(async (transaction) => {
        const [person] = await transaction.query<{ email: string }>(
          'SELECT email FROM people WHERE id = $1',
          [personId],
        );
        const user = await upsertUser(transaction, identity, { personId, userName: person!.email });
        return user ?? 'taken';
      }),
    identitiesOf: async (personId) => {
      const users = await postgres.query<SsoUserRow>(
        `SELECT ${ssoUserColumns} FROM sso_users AS known WHERE person_id = $1 AND EXISTS (
           SELECT FROM sso_providers WHERE account_id = known.account_id AND settings->>'issuer' = known.issuer)
         ORDER BY id`,
        [personId],
      );
      const found: { provider: SsoProvider; user: SsoUser }[] = [];
      for (const row of users) found.push({ provider: (await find(row.account_id))!, user: toUser(row) });
      return found;
    },
    unlink: async (personId, userId) => {
      const rows = await postgres.query(
        'UPDATE sso_users SET person_id = NULL, changed_at = now() WHERE person_id = $1 AND id = $2 RETURNING id',
        [personId, userId],
      );
      return rows.length > 0;
    },

    noteSession: async (sessionId, userId, sid) => {
      // Whoever signed out meanwhile has no session that could be noted.
      await postgres.query(
        `INSERT INTO sso_sessions (session_id, user_id, sid) SELECT id, $2, $3 FROM sessions WHERE id = $1
         ON CONFLICT DO NOTHING`,
        [sessionId, userId, sid],
      );
    },
    endSessions: async ({ accountId, issuer }, { subject, sid }) => {
      const rows = await postgres.query(
        `DELETE FROM sessions USING sso_sessions AS begun, sso_users AS known
         WHERE sessions.id = begun.session_id AND begun.user_id = known.id AND known.account_id = $1
           AND known.issuer = $2 AND ($3::text IS NULL OR known.subject = $3) AND ($4::text IS NULL OR begun.sid = $4)
           AND ($3::text IS NOT NULL OR $4::text IS NOT NULL)
         RETURNING sessions.id`,
        [accountId, issuer, subject, sid],
      );
      return rows.length;
    },
  };
}

async function findUser(
  queryable: Queryable,
  { accountId, issuer, subject }: Identity,
): Promise<SsoUser | undefined> {
  const [row] = await queryable.query<SsoUserRow>(
    `SELECT ${ssoUserColumns} FROM sso_users WHERE account_id = $1 AND issuer = $2 AND subject = $3`,
    [accountId, issuer, subject],
  );
  return row && toUser(row);
}

async function admit(transaction: Queryable, newcomer: Newcomer, most: number) {
  const { accountId, email, firstName, lastName, role, tier } = newcomer;
  const before = await findUser(transaction, newcomer);
  if (before?.active === false) return 'inactive';
  if (before !== undefined && before.personId !== null)
    return joined(transaction, accountId, before.personId, role);
  const [{ count }] = (await transaction.query<{ count: number }>(
    'SELECT count(*) FROM memberships WHERE account_id = $1',
    [accountId],
  )) as [{ count: number }];
  if (role !== null && count >= most) return 'full';
  const [other] = await transaction.query('SELECT 1 FROM accounts WHERE lower(email) = lower($1)', [email]);
  if (other !== undefined) return 'taken';
  const [person] = await transaction.query<{ id: number }>(
    `INSERT INTO people (email, first_name, last_name) VALUES ($1, $2, $3)
     ON CONFLICT (lower(email)) DO NOTHING RETURNING id`,
    [email, firstName, lastName],
  );
  if (person === undefined) return 'taken';
  await upsertUser(transaction, newcomer, { personId: person.id, userName: email, firstName, lastName });
  if (role !== null) {
    await transaction.query('INSERT INTO memberships (account_id, person_id, role) VALUES ($1, $2, $3)', [
      accountId,
      person.id,
      role,
    ]);
    return joined(transaction, accountId, person.id, role);
  }
  const [own] = await transaction.query<AccountRow>(
    'INSERT INTO accounts (email, first_name, last_name, tier) VALUES ($1, $2, $3, $4) RETURNING id',
    [email, firstName, lastName, tier],
  );
  return joinAccount(transaction, own!.id, person.id);
}

/** The membership as it is by now: nobody is made a member here. */
async function joined(transaction: Queryable, accountId: number, personId: number, role: string | null) {
  const [row] = await transaction.query<{ account_id: number }>(
    `SELECT account_id FROM memberships WHERE person_id = $2 AND ($3::text IS NULL OR account_id = $1)
     ORDER BY created_at LIMIT 1`,
    [accountId, personId, role],
  );
  return row === undefined ? 'inactive' : joinAccount(transaction, row.account_id, personId);
}

/** Undefined if the identity is another person's. */
async function upsertUser(
  transaction: Queryable,
  { accountId, issuer, subject }: Identity,
  about: { personId: number; userName: string; firstName?: string | null; lastName?: string | null },
): Promise<SsoUser | undefined> {
  const [row] = await transaction.query<SsoUserRow>(
    `INSERT INTO sso_users AS known (account_id, issuer, subject, user_name, first_name, last_name, person_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (account_id, issuer, subject) DO UPDATE SET person_id = excluded.person_id, changed_at = now()
       WHERE known.person_id IS NULL OR known.person_id = excluded.person_id
     RETURNING ${ssoUserColumns}`,
    [
      accountId,
      issuer,
      subject,
      about.userName,
      about.firstName ?? null,
      about.lastName ?? null,
      about.personId,
    ],
  );
  return row && toUser(row);
}

function toProvider(row: ProviderRow): SsoProvider {
  return {
    accountId: row.account_id,
    administrator: row.administrator,
    source: row.source,
    settings: row.settings,
    sealedSecret: row.sealed_secret,
    changedAt: row.changed_at,
  };
}

export function toUser(row: SsoUserRow): SsoUser {
  return {
    id: row.id,
    accountId: row.account_id,
    subject: row.subject,
    userName: row.user_name,
    externalId: row.external_id,
    firstName: row.first_name,
    lastName: row.last_name,
    active: row.active,
    personId: row.person_id,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  };
}
