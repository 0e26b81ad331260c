import { createAccountAdministration } from '../../../../../collector/storage/postgres/accounts/account-administration.ts';
import { createAccountStore } from '../../../../../collector/storage/postgres/accounts/accounts.ts';
import { createApiKeyStore } from '../../../../../collector/storage/postgres/accounts/api-keys.ts';
import { createCredentialStore } from '../../../../../collector/storage/postgres/accounts/credentials.ts';
import { createMemberStore } from '../../../../../collector/storage/postgres/accounts/members.ts';
import { createLocationStore } from '../../../../../collector/storage/postgres/locations.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { hashOf } from '../../../../support/engines/postgres-samples.ts';

/** Columns without a reference that name what is deleted, and why they may outlive it. */
const kept = new Map([
  ['audit_entries.account_id', 'the record outlives what it is about, for 400 days'],
  ['audit_heads.account_id', 'the head of the chain of that record'],
  ['accepted_batches.agent_id', 'numbers of uploads, which a job forgets after days'],
  ['accepted_batches.location_id', 'the same'],
  ['domain_watches.account_id', 'it becomes 0, for nobody'],
  ['policy_rule_history.account_id', 'it goes with its rule'],
  ['forgotten_locations.location_id', 'it says what is to be deleted elsewhere'],
]);

/** Deleting accounts: whatever belongs to one goes with it. */
export const deletedAccountsSuite: PostgresSuite = {
  'every table that names an account, or what belongs to one, follows its deletion': async (
    t,
    connection,
  ) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const columns = await postgres.query<{ name: string }>(
      `SELECT DISTINCT relname || '.' || attname AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
       WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = current_schema()::regnamespace
         AND attnum > 0 AND NOT attisdropped
         AND attname IN ('account_id', 'location_id', 'resolver_id', 'agent_id', 'person_id')
         AND NOT EXISTS (
           SELECT FROM pg_constraint WHERE contype = 'f' AND conrelid = attrelid AND attnum = ANY (conkey))
         ORDER BY 1`,
    );
    t.deepEqual(
      columns.map(({ name }) => name),
      [...kept.keys()].toSorted(),
    );
    // From accounts on, along references: none may refuse.
    const refusing = await postgres.query(
      `WITH RECURSIVE belonging (id) AS (
         SELECT unnest(ARRAY['accounts'::regclass, 'people'::regclass])::oid
         UNION SELECT conrelid FROM pg_constraint JOIN belonging ON confrelid = belonging.id WHERE contype = 'f'
       )
       SELECT conrelid::regclass::text AS owner, conname FROM pg_constraint JOIN belonging ON confrelid = belonging.id
       WHERE contype = 'f' AND confdeltype NOT IN ('c', 'n')`,
    );
    t.deepEqual(refusing, []);
  },
  'an account goes with its people, keys and locations, and others stay': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const credentials = createCredentialStore(postgres);
    const administration = createAccountAdministration(postgres);
    const admin = await createAccountStore(postgres).ensureAdministrator('admin@example.net');
    const someone = { firstName: null, lastName: null, passwordHash: 'hash' };
    const ada = (await credentials.register({ ...someone, email: 'ada@example.net' }))!;
    const eve = (await credentials.register({ ...someone, email: 'eve@example.net' }))!;
    const locations = createLocationStore(postgres);
    const keys = createApiKeyStore(postgres);
    const made: number[] = [];
    for (const { account } of [ada, eve]) {
      const accountId = account.id;
      const locationKey = { prefix: 'p', hash: hashOf(`location of ${accountId}`) };
      const location = await locations.create({ accountId, name: 'Office', description: null }, locationKey);
      made.push(location.id);
      const hash = hashOf(`key of ${accountId}`);
      await keys.create({ accountId, scope: { kind: 'account' }, prefix: 'p', hash, label: '' });
      await createMemberStore(postgres).add(
        { accountId, email: `ann${accountId}@example.net`, firstName: null, lastName: null, role: 'viewer' },
        10,
      );
    }
    await postgres.query(
      "INSERT INTO domain_watches (domain, account_id, due_at) VALUES ('a.example', $1, now())",
      [ada.account.id],
    );
    t.is(await administration.delete(ada.account.id), 'deleted');
    t.is(await administration.delete(ada.account.id), undefined);
    t.is(await administration.delete(admin.id), 'last_administrator');
    t.deepEqual(await postgres.query('SELECT account_id FROM domain_watches'), [{ account_id: 0 }]);
    t.deepEqual(await administration.forgottenLocations(), [made[0]!]);
    t.is(await credentials.find('ada@example.net'), undefined);
    t.is(await credentials.find(`ann${ada.account.id}@example.net`), undefined, 'who is in no other account');
    t.is(await keys.findByHash(hashOf(`key of ${ada.account.id}`)), undefined);
    t.is(await keys.findByHash(hashOf(`location of ${ada.account.id}`)), undefined);
    t.truthy(await credentials.find('eve@example.net'));
    t.truthy(await keys.findByHash(hashOf(`location of ${eve.account.id}`)));
    t.truthy(
      await credentials.register({ ...someone, email: 'ada@example.net' }),
      'the address is free again',
    );
  },
};
