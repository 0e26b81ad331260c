import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { createAccountAdministration } from '../../../../../collector/storage/postgres/accounts/account-administration.ts';
import { createApiKeyStore } from '../../../../../collector/storage/postgres/accounts/api-keys.ts';
import { createAuditLog } from '../../../../../collector/storage/postgres/accounts/audit-log.ts';
import { createCredentialStore } from '../../../../../collector/storage/postgres/accounts/credentials.ts';
import { createLoginAttempts } from '../../../../../collector/storage/postgres/accounts/login-attempts.ts';
import { createUsageStore } from '../../../../../collector/storage/postgres/accounts/usage.ts';
import { createResolverStore } from '../../../../../collector/storage/postgres/resolvers/resolvers.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import {
  administrator,
  hashOf,
  hostileStrings,
  someAccount,
} from '../../../../support/engines/postgres-samples.ts';

const someone = { firstName: 'Ada', lastName: null, passwordHash: 'hash 1' };

/** Registration, quotas, logins, the audit log and resolvers. */
export const platformSuite: PostgresSuite = {
  'an e-mail address is registered once, however many try at once': async (t, connection) => {
    const database = await freshDatabase(t, connection);
    const stores = [1, 2, 3].map(() => createCredentialStore(database.open({ max: 3 })));
    const emails = ['Ada@Example.net', 'ada@example.net', 'ADA@EXAMPLE.NET'];
    const made = await Promise.all(
      stores.flatMap((store) => emails.map((email) => store.register({ ...someone, email }))),
    );
    const owners = made.filter((owner) => owner !== undefined);
    t.is(owners.length, 1);
    t.like(owners[0]?.account, {
      email: 'ada@example.net',
      firstName: 'Ada',
      tier: 'free',
      administrator: false,
    });
    t.like(owners[0], {
      role: 'owner',
      person: { email: 'ada@example.net', firstName: 'Ada', lastName: null },
    });
    t.deepEqual(await stores[0]!.find('aDa@example.net'), { ...owners[0]!, passwordHash: 'hash 1' });
    const rows = await database.open().query('SELECT FROM accounts UNION ALL SELECT FROM people');
    t.is(rows.length, 2, 'one of each');
    t.is(await stores[0]!.find('nobody@example.net'), undefined);
  },
  'a new password voids the tokens of before': async (t, connection) => {
    const store = createCredentialStore((await freshDatabase(t, connection)).open());
    const { account, person, role, tokenGeneration } = (await store.register({
      ...someone,
      email: 'a@example.net',
    }))!;
    const holder = () => store.tokenHolder(account.id, person.id);
    t.deepEqual(await holder(), { account, person, role, tokenGeneration });
    t.true(await store.setPassword(person.id, 'hash 2'));
    t.is((await store.find('a@example.net'))?.passwordHash, 'hash 2');
    t.is((await holder())?.tokenGeneration, tokenGeneration + 1);
    await store.signOutEverywhere(account.id, null);
    t.is((await holder())?.tokenGeneration, tokenGeneration + 2);
    t.false(await store.setPassword(person.id + 1, 'hash'));
    t.is(await store.tokenHolder(account.id, person.id + 1), undefined);
    t.is(await store.tokenHolder(account.id + 1, person.id), undefined);
  },
  'administrators set tiers, and the last one stays': async (t, connection) => {
    const database = await freshDatabase(t, connection);
    const administration = createAccountAdministration(database.open());
    const first = await administrator(database.open());
    const { accountId } = await someAccount(database.open(), 0);
    t.is((await administration.setTier(accountId, 'research'))?.tier, 'research');
    t.is(await administration.setTier(accountId + 9, 'research'), undefined);
    t.is(await administration.setAdministrator(first.id, false), undefined);
    t.true((await administration.setAdministrator(accountId, true))?.administrator);
    const both = [first.id, accountId].map((id) =>
      createAccountAdministration(database.open({ max: 1 })).setAdministrator(id, false),
    );
    t.is((await Promise.all(both)).filter((account) => account === undefined).length, 1);
    t.is((await administration.list({ limit: 1, offset: 0 })).count, 2);
  },
  'what collectors count at the same time adds up': async (t, connection) => {
    const database = await freshDatabase(t, connection);
    const stores = [createUsageStore(database.open()), createUsageStore(database.open())];
    const subjects = ['account:1', 'address:192.0.2.1', 'address:2001:db8::/64'];
    const counts = fc.dictionary(fc.constantFrom(...subjects), fc.integer({ min: 1, max: 1_000 }));
    let day = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(counts, { maxLength: 8 }), async (many) => {
        const period = `day ${++day}`;
        const answers = await Promise.all(
          many.map((some, index) => stores[index % 2]!.add(period, new Map(Object.entries(some)))),
        );
        const totals = await stores[0]!.read(period, subjects);
        for (const subject of subjects) {
          const total = many.reduce((sum, some) => sum + (some[subject] ?? 0), 0);
          t.is(totals.get(subject) ?? 0, total);
          t.is(Math.max(0, ...answers.map((answer) => answer.get(subject) ?? 0)), total);
        }
      }),
      { numRuns: 20 },
    );
  },
  'days and months are kept apart and forgotten apart': async (t, connection) => {
    const usage = createUsageStore((await freshDatabase(t, connection)).open());
    for (const period of ['2026-01-30', '2026-01-31', '2026-02-01', '2026-01', '2026-02']) {
      await usage.add(period, new Map([['account:1', 5]]));
    }
    t.deepEqual(await usage.history('account:1', '2026-01-31', '2026-02-28'), [
      { period: '2026-01-31', count: 5 },
      { period: '2026-02-01', count: 5 },
    ]);
    t.is(await usage.forgetBefore('2026-02-01'), 2);
    t.is((await usage.history('account:1', '2026-01', '2026-12')).length, 2);
    t.is(await usage.forgetBefore('2026-02'), 1);
  },
  'failed logins count up within their window, for all who try at once': async (t, connection) => {
    const database = await freshDatabase(t, connection);
    const attempts = createLoginAttempts(database.open());
    const at = new Date('2026-01-01T00:00:00Z');
    const subjects = ['email:a@example.net', 'address:192.0.2.1'];
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        createLoginAttempts(database.open({ max: 1 })).count(
          index % 2 ? subjects : subjects.toReversed(),
          at,
          60,
        ),
      ),
    );
    const within = await attempts.count(subjects, new Date(at.getTime() + 59_000), 60);
    t.deepEqual(
      [...within.values()].map((record) => record.failures),
      [11, 11],
    );
    const after = await attempts.count(subjects.slice(1), new Date(at.getTime() + 60_000), 60);
    t.is(after.get(subjects[1]!)?.failures, 1);
    await attempts.takeBack(subjects);
    t.is((await attempts.count(subjects.slice(0, 1), at, 60)).get(subjects[0]!)?.failures, 11);
    await attempts.takeBack(subjects);
    await attempts.takeBack([...subjects, 'nobody']);
    t.is(
      (await attempts.count(subjects.slice(1), at, 60)).get(subjects[1]!)?.failures,
      1,
      'never below none',
    );
    await attempts.clear(subjects.slice(0, 1));
    t.is((await attempts.count(subjects, at, 60)).get(subjects[0]!)?.failures, 1);
    t.is((await attempts.count(hostileStrings, at, 60)).size, hostileStrings.length);
    t.is(await attempts.forgetBefore(new Date(at.getTime() + 1)), hostileStrings.length + 1);
  },
  'the audit log keeps what it is told and finds it': async (t, connection) => {
    const audit = createAuditLog((await freshDatabase(t, connection)).open());
    const entry = {
      accountId: 1,
      keyId: null,
      address: '192.0.2.1',
      requestId: 'r',
      action: 'tier_changed',
      object: 'account:2',
      details: { from: 'free', to: 'research' },
    };
    await audit.record(entry);
    for (const text of hostileStrings) {
      await audit.record({
        ...entry,
        accountId: null,
        address: text,
        requestId: text,
        action: text,
        object: text,
        details: { text },
      });
    }
    const page = { limit: 50, offset: 0 };
    t.is((await audit.list({}, page)).count, hostileStrings.length + 1);
    const { count, entries } = await audit.list(
      { accountId: 1, action: 'tier_changed', object: 'account:2' },
      page,
    );
    t.is(count, 1);
    t.like(entries[0], entry);
    t.is((await audit.list({ object: "' OR true --" }, page)).count, 0);
    t.is(await audit.forgetBefore(new Date(Date.now() + 60_000)), hostileStrings.length + 1);
  },
  'a resolver comes with a key for each module, and they go together': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId } = await someAccount(postgres, 0);
    const { accountId: stranger } = await someAccount(postgres, 0);
    const resolvers = createResolverStore(postgres);
    const keys = createApiKeyStore(postgres);
    const given = ['policy', 'analytics'].map((module) => ({
      module,
      prefix: 'sonde_res_',
      hash: hashOf(randomUUID()),
    }));
    const shipping = { prefix: 'sonde_loc_', hash: hashOf(randomUUID()) };
    const made = await resolvers.register(
      { accountId, name: 'ns1', place: 'Rack {4}, "left"' },
      given,
      shipping,
    );
    t.like(made, {
      accountId,
      name: 'ns1',
      place: 'Rack {4}, "left"',
      modules: ['policy', 'analytics'],
      lastSeenAt: null,
    });
    for (const { module, hash } of given) {
      t.deepEqual((await keys.findByHash(hash))?.scope, { kind: 'resolver', resolverId: made.id, module });
    }
    const ofLocation = { kind: 'location', locationId: made.locationId } as const;
    t.deepEqual((await keys.findByHash(shipping.hash))?.scope, ofLocation as never);
    const at = new Date('2026-01-01T00:00:00Z');
    await resolvers.recordSeen(new Map([[made.id, at]]));
    await resolvers.recordSeen(new Map([[made.id, new Date(0)]]));
    t.deepEqual((await resolvers.find(accountId, made.id))?.lastSeenAt, at);
    t.is(await resolvers.find(stranger, made.id), undefined);
    t.false(await resolvers.delete(stranger, made.id));
    t.is((await resolvers.list(accountId, { limit: 5, offset: 0 })).count, 1);
    t.true(await resolvers.delete(accountId, made.id));
    t.deepEqual(await resolvers.list(accountId, { limit: 5, offset: 0 }), { count: 0, resolvers: [] });
    for (const { hash } of [...given, shipping]) t.is(await keys.findByHash(hash), undefined);
  },
};
