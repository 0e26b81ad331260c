import { createAccountStore } from '../../../../../collector/storage/postgres/accounts/accounts.ts';
import { createCredentialStore } from '../../../../../collector/storage/postgres/accounts/credentials.ts';
import { installationId } from '../../../../../collector/storage/postgres/accounts/installation.ts';
import { createSessionStore } from '../../../../../collector/storage/postgres/accounts/sessions.ts';
import { createSetupLinkStore } from '../../../../../collector/storage/postgres/accounts/setup-links.ts';
import { migrate } from '../../../../../collector/storage/postgres/migrate.ts';
import { migrations } from '../../../../../collector/storage/postgres/migrations/index.ts';
import { freshDatabase, freshSchema, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { hashOf, hostileStrings } from '../../../../support/engines/postgres-samples.ts';

const someone = { firstName: null, lastName: null, passwordHash: 'hash' };
const noon = new Date('2026-01-01T12:00:00.123Z');
const always = { usedAfter: new Date(0), begunAfter: new Date(0) };

/** People, their sessions and setup links. */
export const peopleSuite: PostgresSuite = {
  'accounts of before get an owner, who signs in as he did': async (t, connection) => {
    const schema = await freshSchema(t, connection);
    const postgres = schema.open();
    await migrate(
      postgres,
      migrations.filter(({ id }) => id < 18),
    );
    await postgres.query(
      `INSERT INTO accounts (email, first_name, password_hash, tokens_valid_after, administrator)
       VALUES ('ada@example.net', 'Ada', 'hash of before', $1, true), ('bob@example.net', NULL, NULL, NULL, false)`,
      [noon],
    );
    await migrate(postgres, migrations);
    const credentials = createCredentialStore(postgres);
    const ada = await credentials.find('ADA@example.net');
    t.like(ada, { role: 'owner', passwordHash: 'hash of before', account: { administrator: true } });
    t.is((await credentials.tokenHolder(ada!.account.id, ada!.person.id))?.tokenGeneration, 0);
    t.like(await credentials.find('bob@example.net'), { role: 'owner', passwordHash: null });
    t.is((await createAccountStore(postgres).ensureAdministrator('other@example.net')).id, ada!.account.id);
    const id = await installationId(postgres);
    await migrate(postgres, migrations);
    t.is(await installationId(postgres), id);
  },
  'a fresh installation has an administrator who owns his account and has no password': async (
    t,
    connection,
  ) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const account = await createAccountStore(postgres).ensureAdministrator('Admin@example.net');
    const owner = await createCredentialStore(postgres).findMember(account.id, null);
    t.like(owner, { role: 'owner', passwordHash: null, person: { email: 'admin@example.net' } });
  },
  'sessions are found within their bounds, and go with the password': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { account, person } = (await createCredentialStore(postgres).register({
      ...someone,
      email: 'ada@example.net',
    }))!;
    const sessions = createSessionStore(postgres);
    const begin = (secret: string, userAgent: string | null = null) =>
      sessions.begin({
        personId: person.id,
        accountId: account.id,
        hash: hashOf(secret),
        at: noon,
        address: '192.0.2.1',
        userAgent,
        most: 50,
      });
    const first = (await begin('first'))!;
    t.like(await sessions.find(hashOf('first'), always), { ...first, account, person, role: 'owner' });
    t.is(await sessions.find(hashOf('other'), always), undefined);
    t.is(await sessions.find(hashOf('first'), { ...always, begunAfter: noon }), undefined);
    t.is(await sessions.find(hashOf('first'), { ...always, usedAfter: noon }), undefined);
    const later = new Date(noon.getTime() + 1);
    await sessions.use(first.id, later);
    await sessions.use(first.id, noon);
    t.deepEqual((await sessions.find(hashOf('first'), { ...always, usedAfter: noon }))?.lastUsedAt, later);
    for (const text of hostileStrings) {
      const session = await begin(text, text);
      t.true(Buffer.byteLength(session!.userAgent!) <= 256);
      t.true(await sessions.end(account.id, person.id, session!.id));
    }
    t.false(await sessions.end(account.id + 1, person.id, first.id));
    t.false(await sessions.end(account.id, person.id + 1, first.id));
    t.is((await sessions.list(account.id, person.id, always)).length, 1);
    t.is(await sessions.forget({ ...always, usedAfter: noon }), 0);
    await createCredentialStore(postgres).setPassword(person.id, 'new', first.id);
    t.is((await sessions.list(account.id, null, always)).length, 1);
    await createCredentialStore(postgres).setPassword(person.id, 'newer');
    t.is((await sessions.list(account.id, null, always)).length, 0);
    const stranger = { personId: person.id + 1, accountId: account.id, address: '', userAgent: null };
    t.is(await sessions.begin({ ...stranger, hash: hashOf('x'), at: noon, most: 5 }), undefined);
  },
  'a hash is renewed where the password is still the same, and nobody is signed out by it': async (
    t,
    connection,
  ) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const credentials = createCredentialStore(postgres);
    const { account, person } = (await credentials.register({ ...someone, email: 'ada@example.net' }))!;
    await credentials.renewHash(person.id, 'another', 'wrong');
    t.like(await credentials.find('ada@example.net'), { passwordHash: 'hash', tokenGeneration: 0 });
    await credentials.renewHash(person.id, 'hash', 'hash by better means');
    t.like(await credentials.find('ada@example.net'), {
      passwordHash: 'hash by better means',
      tokenGeneration: 0,
    });
    t.is((await credentials.tokenHolder(account.id, person.id))?.tokenGeneration, 0);
  },
  'a setup link is used once, however many try at once': async (t, connection) => {
    const database = await freshDatabase(t, connection);
    const { person } = (await createCredentialStore(database.open()).register({
      ...someone,
      email: 'ada@example.net',
    }))!;
    const stores = [1, 2, 3].map(() => createSetupLinkStore(database.open()));
    await stores[0]!.create({ personId: person.id, hash: hashOf('link'), expiresAt: noon });
    const before = new Date(noon.getTime() - 1);
    t.is(await stores[0]!.redeem(hashOf('link'), noon, { passwordHash: 'late' }), undefined);
    const used = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        stores[index % 3]!.redeem(hashOf('link'), before, { passwordHash: `hash ${index}` }),
      ),
    );
    t.is(used.filter((member) => member !== undefined).length, 1);
    await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        stores[index % 3]!.create({ personId: person.id, hash: hashOf(`link ${index}`), expiresAt: noon }),
      ),
    );
    t.is((await database.open().query('SELECT FROM setup_links')).length, 1);
    t.is(await stores[0]!.forgetBefore(noon), 1);
  },
};
