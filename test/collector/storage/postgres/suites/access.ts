import { randomUUID } from 'node:crypto';
import { StoreError } from '../../../../../collector/ports/system/store-error.ts';
import { createAccountStore } from '../../../../../collector/storage/postgres/accounts/accounts.ts';
import { createApiKeyStore } from '../../../../../collector/storage/postgres/accounts/api-keys.ts';
import { createLocationStore } from '../../../../../collector/storage/postgres/locations.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { administrator, hashOf, someAccount } from '../../../../support/engines/postgres-samples.ts';

/** Accounts, keys and locations. */
export const accessSuite: PostgresSuite = {
  'the first administrator is made once, by whichever collector': async (t, connection) => {
    const database = await freshDatabase(t, connection);
    const stores = Array.from({ length: 4 }, () => createAccountStore(database.open({ max: 1 })));
    const made = await Promise.all(
      stores.map((store, index) => store.ensureAdministrator(`Admin${index % 2}@Example.net`)),
    );
    t.is(new Set(made.map((account) => account.id)).size, 1);
    t.true(made[0]!.administrator);
    t.is(made[0]!.email, made[0]!.email.toLowerCase());
    t.deepEqual(await stores[0]!.find(made[0]!.id), made[0]);
  },
  'accounts are found by e-mail in any case': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const account = await administrator(postgres);
    t.deepEqual(await createAccountStore(postgres).findByEmail('ADMIN@example.NET'), account);
    t.is(await createAccountStore(postgres).findByEmail("' OR true --"), undefined);
    t.is(await createAccountStore(postgres).find(account.id + 1), undefined);
  },
  'keys are found by hash until they are revoked': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, locations } = await someAccount(postgres);
    const { accountId: stranger } = await someAccount(postgres, 0);
    const keys = createApiKeyStore(postgres);
    const scopes = [
      { kind: 'account' },
      { kind: 'admin' },
      { kind: 'location', locationId: locations[0]!.id },
    ] as const;
    for (const scope of scopes) {
      const hash = hashOf(randomUUID());
      const key = await keys.create({ accountId, scope, prefix: 'sonde_', hash, label: 'for tests' });
      t.deepEqual(key.scope, scope);
      t.deepEqual(await keys.findByHash(hash), key);
      t.false(await keys.wasRevoked(hash));
      t.false(await keys.revoke(stranger, key.id));
      t.true(await keys.revoke(accountId, key.id));
      t.false(await keys.revoke(accountId, key.id));
      t.is(await keys.findByHash(hash), undefined);
      t.true(await keys.wasRevoked(hash));
    }
    t.is((await keys.list(accountId)).length, 1);
  },
  'no more keys and locations are made than may be, whatever is made at once': async (t, connection) => {
    const database = await freshDatabase(t, connection);
    const { accountId } = await someAccount(database.open(), 2);
    const make = (kind: 'account' | 'admin') => ({
      accountId,
      scope: { kind },
      prefix: 'sonde_',
      hash: hashOf(randomUUID()),
      label: '',
    });
    const stores = [database.open(), database.open()];
    const keys = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        createApiKeyStore(stores[index % 2]!).createWithin(make(index % 3 ? 'account' : 'admin'), 5),
      ),
    );
    t.is(keys.filter((key) => key !== undefined).length, 5, 'those of locations are not counted');
    const locations = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        createLocationStore(stores[index % 2]!).createWithin(
          { accountId, name: `location ${index}`, description: null },
          { prefix: 'sonde_', hash: hashOf(randomUUID()) },
          6,
        ),
      ),
    );
    t.is(locations.filter((location) => location !== undefined).length, 4, 'besides the two that there were');
    t.is((await createApiKeyStore(stores[0]!).list(accountId)).length, 2 + 5 + 4);
  },
  'the uses of keys are noted together and never go back': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId } = await someAccount(postgres, 2);
    const keys = createApiKeyStore(postgres);
    const [first, second] = await keys.list(accountId);
    const noon = new Date('2026-01-01T12:00:00.123Z');
    const later = new Date('2026-01-01T13:00:00.456Z');
    await keys.recordUse(
      new Map([
        [first!.id, later],
        [second!.id, noon],
        [987_654_321, noon],
      ]),
    );
    await keys.recordUse(
      new Map([
        [first!.id, noon],
        [second!.id, later],
      ]),
    );
    await keys.recordUse(new Map());
    t.deepEqual(
      (await keys.list(accountId)).map((key) => key.lastUsedAt),
      [later, later],
    );
  },
  'a location comes with its key and both go together': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId } = await someAccount(postgres, 0);
    const locations = createLocationStore(postgres);
    const hash = hashOf('a secret');
    const made = await locations.create(
      { accountId, name: 'Branch office', description: 'third floor' },
      { prefix: 'sonde_loc_a', hash },
    );
    const key = await createApiKeyStore(postgres).findByHash(hash);
    t.deepEqual(key?.scope, { kind: 'location', locationId: made.id });
    t.is(key?.accountId, accountId);
    t.is(made.retentionDays, null);
    t.is((await locations.retentions()).get(made.id), undefined);
    t.is((await locations.update(accountId, made.id, { retentionDays: 7 }))?.retentionDays, 7);
    t.is((await locations.update(accountId, made.id, { name: 'Elsewhere' }))?.retentionDays, 7);
    t.true(await locations.delete(accountId, made.id));
    t.is((await locations.retentions()).get(made.id), 7, 'its rows go at their time all the same');
    t.false(await locations.delete(accountId, made.id));
    t.is(await createApiKeyStore(postgres).findByHash(hash), undefined);
    t.is(await locations.find(accountId, made.id), undefined);
    t.deepEqual(await locations.list(accountId, { limit: 10, offset: 0 }), { count: 0, locations: [] });
    t.is(await locations.update(accountId, made.id, { name: 'again' }), undefined);
  },
  'nobody sees, changes or deletes the location of another account': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { locations: made } = await someAccount(postgres);
    const { accountId: stranger } = await someAccount(postgres, 0);
    const locations = createLocationStore(postgres);
    const { id, accountId } = made[0]!;
    t.is(await locations.find(stranger, id), undefined);
    t.is(await locations.update(stranger, id, { name: 'mine' }), undefined);
    t.false(await locations.delete(stranger, id));
    t.deepEqual(await locations.find(accountId, id), made[0]);
  },
  'a change leaves out what is left out': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, locations: made } = await someAccount(postgres);
    const locations = createLocationStore(postgres);
    const id = made[0]!.id;
    const described = await locations.update(accountId, id, { description: "'; DROP TABLE locations; --" });
    t.is(described?.name, 'place 0');
    t.is(described?.description, "'; DROP TABLE locations; --");
    const named = await locations.update(accountId, id, { name: 'new' });
    t.is(named?.description, described?.description);
    t.is((await locations.update(accountId, id, { description: null }))?.description, null);
  },
  'lists page and count': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, locations: made } = await someAccount(postgres, 3);
    const locations = createLocationStore(postgres);
    t.deepEqual(await locations.list(accountId, { limit: 2, offset: 1 }), {
      count: 3,
      locations: made.slice(1),
    });
    t.deepEqual(await locations.list(accountId, { limit: 2, offset: 9 }), { count: 3, locations: [] });
  },
  'what the database refuses is a StoreError': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId } = await someAccount(postgres, 0);
    const key = { prefix: 'sonde_loc_', hash: hashOf('one') };
    const locations = createLocationStore(postgres);
    const refused = { instanceOf: StoreError, message: /PostgreSQL/ };
    const nul = await t.throwsAsync(
      locations.create({ accountId, name: 'a\0b', description: null }, key),
      refused,
    );
    t.is(nul?.kind, 'refused');
    await locations.create({ accountId, name: 'a', description: null }, key);
    await t.throwsAsync(locations.create({ accountId, name: 'b', description: null }, key), refused);
    t.is((await locations.list(accountId, { limit: 10, offset: 0 })).count, 1);
  },
};
