import { randomUUID } from 'node:crypto';
import type { PostgresSuite } from '../../../../../support/engines/postgres.ts';
import { hashOf } from '../../../../../support/engines/postgres-samples.ts';
import type { Of } from '../../../../../support/fakes/alongside.ts';
import { besideStores, keyOf, long, noSuch, page } from './beside-stores.ts';

/** What tests of endpoints use in place of PostgreSQL does what PostgreSQL does: people, and what they run. */
export const standInsOfPeople: PostgresSuite = {
  'accounts and their people': async (t, connection) => {
    const { ask, register, member, stranger } = await besideStores(t, connection);
    await register('ada@example.net');
    await ask('by address', ({ accounts }) => accounts.findByEmail('ada@example.net'));
    await ask('nobody', ({ accounts }) => accounts.find(noSuch));
    await ask('login', ({ credentials }) => credentials.find('ADA@example.net'));
    await ask('owner', ({ credentials }, of) => credentials.findMember(of(member)!.account.id, null));
    await ask('tier', ({ accountAdministration }, of) =>
      accountAdministration.setTier(of(member)!.account.id, 'research'),
    );
    await ask('administrator', ({ accountAdministration }, of) =>
      accountAdministration.setAdministrator(of(member)!.account.id, true),
    );
    await ask('no account', ({ accountAdministration }) => accountAdministration.setTier(noSuch, 'free'));
    await ask('accounts', ({ accountAdministration }) => accountAdministration.list(long));
    const bob = { email: 'bob@example.net', firstName: 'Bob', lastName: null, role: 'viewer' as const };
    const add = (change: Partial<typeof bob> = {}, most = 3) =>
      ask('member', ({ members }, of) =>
        members.add({ accountId: of(member)!.account.id, ...bob, ...change }, most),
      );
    const added = await add();
    await add();
    await add({ email: 'eve@example.net' });
    await add({ email: 'carol@example.net' }, 2);
    const personOf = (of: Of) => (of(added) as { id: number }).id;
    await ask('members', ({ members }, of) => members.list(of(member)!.account.id));
    await ask('role', ({ members }, of) => members.setRole(of(member)!.account.id, personOf(of), 'analyst'));
    await ask('last owner', ({ members }, of) =>
      members.setRole(of(member)!.account.id, of(member)!.person.id, 'viewer'),
    );
    await ask('stranger', ({ members }, of) =>
      members.setRole(of(stranger)!.account.id, personOf(of), 'owner'),
    );
    await ask('alone', ({ members }, of) => members.isAlone(of(member)!.account.id, personOf(of)));
    await ask('password', ({ credentials }, of) => credentials.setPassword(personOf(of), 'scrypt$2'));
    await ask('token', ({ credentials }, of) =>
      credentials.tokenHolder(of(member)!.account.id, personOf(of)),
    );
    await ask('sign out', ({ credentials }, of) =>
      credentials.signOutEverywhere(of(member)!.account.id, null),
    );
    await ask('after it', ({ credentials }, of) =>
      credentials.findMember(of(member)!.account.id, personOf(of)),
    );
    for (const _twice of [1, 2])
      await ask('removed', ({ members }, of) => members.remove(of(member)!.account.id, personOf(of)));
    await ask('owner stays', ({ members }, of) =>
      members.remove(of(member)!.account.id, of(member)!.person.id),
    );
    await ask('members at the end', ({ members }, of) => members.list(of(member)!.account.id));
  },
  'sessions, setup links and logins': async (t, connection) => {
    const { ask, member, stranger } = await besideStores(t, connection);
    const now = Date.now();
    const bounds = { usedAfter: new Date(now - 1_000), begunAfter: new Date(now - 1_000) };
    const begin = (secret: string, most = 2) =>
      ask('session', ({ sessions }, of) =>
        sessions.begin({
          personId: of(member)!.person.id,
          accountId: of(member)!.account.id,
          hash: hashOf(secret),
          at: new Date(now),
          address: '192.0.2.1',
          userAgent: null,
          most,
        }),
      );
    const first = await begin('first');
    for (const secret of ['second', 'third']) await begin(secret);
    for (const secret of ['first', 'third', 'none'])
      await ask(`find ${secret}`, ({ sessions }) => sessions.find(hashOf(secret), bounds));
    await ask('too old', ({ sessions }) =>
      sessions.find(hashOf('third'), { usedAfter: new Date(now + 1), begunAfter: new Date(0) }),
    );
    await ask('list', ({ sessions }, of) => sessions.list(of(member)!.account.id, null, bounds));
    await ask('ended', ({ sessions }, of) =>
      sessions.end(of(stranger)!.account.id, null, of(first)?.id ?? noSuch),
    );
    await ask('all ended', ({ sessions }, of) => sessions.endAll(of(member)!.account.id, null, null));
    await ask('none', ({ sessions }, of) => sessions.list(of(member)!.account.id, null, bounds));
    const link = (secret: string, expiresAt: number) =>
      ask('link', ({ setupLinks }, of) =>
        setupLinks.create({
          personId: of(member)!.person.id,
          hash: hashOf(secret),
          expiresAt: new Date(expiresAt),
        }),
      );
    await link('old', now - 1);
    await link('new', now + 60_000);
    for (const secret of ['old', 'new', 'none'])
      await ask(`link ${secret}`, ({ setupLinks }) => setupLinks.find(hashOf(secret), new Date(now)));
    const redeem = (email: string) =>
      ask(`redeem for ${email}`, ({ setupLinks }) =>
        setupLinks.redeem(hashOf('new'), new Date(now), { passwordHash: 'scrypt$3', email }),
      );
    for (const email of ['eve@example.net', 'lovelace@example.net', 'again@example.net']) await redeem(email);
    await ask('new address', ({ credentials }) => credentials.find('lovelace@example.net'));
    const count = (at: number) =>
      ask('attempts', ({ attempts }) => attempts.count(['address', 'account'], new Date(at), 60));
    for (const at of [now, now + 1_000, now + 90_000]) await count(at);
    await ask('taken back', ({ attempts }) => attempts.takeBack(['address']));
    await ask('cleared', ({ attempts }) => attempts.clear(['account']));
    await count(now + 91_000);
  },
  'keys, locations and agents': async (t, connection) => {
    const { ask, member, stranger } = await besideStores(t, connection);
    const create = (name: string, most = 2) =>
      ask(`location ${name}`, ({ locations }, of) =>
        locations.createWithin(
          { accountId: of(member)!.account.id, name, description: null, retentionDays: 7 },
          keyOf(name),
          most,
        ),
      );
    const office = await create('Office');
    for (const name of ['Plant', 'Third', 'Office']) await create(name);
    await ask('page', ({ locations }, of) => locations.list(of(member)!.account.id, long));
    await ask('stranger', ({ locations }, of) => locations.find(of(stranger)!.account.id, of(office)!.id));
    await ask('owner', ({ locations }) => locations.owner(noSuch));
    await ask('change', ({ locations }, of) =>
      locations.update(of(member)!.account.id, of(office)!.id, { name: 'HQ', retentionDays: null }),
    );
    await ask('taken name', ({ locations }, of) =>
      locations.update(of(member)!.account.id, of(office)!.id, { name: 'Plant' }),
    );
    await ask('retentions', ({ locations }) => locations.retentions());
    await ask('its key', ({ apiKeys }) => apiKeys.findByHash(hashOf('Office')));
    const uuid = randomUUID();
    for (const host of ['here', 'there'])
      await ask('agent', async ({ agents }, of) => {
        await agents.identify({ locationId: of(office)!.id, uuid, software: 'sonde-agent/1', host });
        return (await agents.list([of(office)!.id])).length;
      });
    const key = (secret: string, most: number) =>
      ask('key', ({ apiKeys }, of) =>
        apiKeys.createWithin(
          {
            accountId: of(member)!.account.id,
            scope: { kind: 'account' },
            ...keyOf(secret),
            label: 'laptop',
          },
          most,
        ),
      );
    const laptop = await key('laptop', 1);
    await key('one more', 1);
    await ask('use', ({ apiKeys }, of) => apiKeys.recordUse(new Map([[of(laptop)!.id, new Date()]])));
    await ask('keys', ({ apiKeys }, of) => apiKeys.list(of(member)!.account.id));
    await ask('strange key', ({ apiKeys }, of) => apiKeys.revoke(of(stranger)!.account.id, of(laptop)!.id));
    for (const _twice of [1, 2])
      await ask('revoked', ({ apiKeys }, of) => apiKeys.revoke(of(member)!.account.id, of(laptop)!.id));
    for (const secret of ['laptop', 'Office', 'none'])
      await ask('known as revoked', ({ apiKeys }) => apiKeys.wasRevoked(hashOf(secret)));
    for (const _twice of [1, 2])
      await ask('deleted', ({ locations }, of) => locations.delete(of(member)!.account.id, of(office)!.id));
    await ask('its key is gone', ({ apiKeys }) => apiKeys.findByHash(hashOf('Office')));
    await ask('locations at the end', ({ locations }, of) => locations.list(of(member)!.account.id, page));
  },
  'enrolment tokens and agents': async (t, connection) => {
    const { ask, member, stranger } = await besideStores(t, connection);
    const now = new Date();
    const soon = new Date(now.getTime() + 60_000);
    const office = await ask('location', ({ locations }, of) =>
      locations.create(
        { accountId: of(member)!.account.id, name: 'Office', description: null },
        keyOf('Office'),
      ),
    );
    const create = (secret: string, change: object = {}, most = 5) =>
      ask(`token ${secret}`, ({ enrolments }, of) => {
        const whose = { accountId: of(member)!.account.id, locationId: of(office).id };
        const usual = { label: secret, networks: null, uses: 1, expiresAt: soon };
        return enrolments.createToken({ ...whose, ...keyOf(secret), ...usual, ...change }, most, now);
      });
    const once = await create('once');
    await create('late', { expiresAt: now });
    await create('here', { networks: ['192.0.2.0/24'], uses: 2 });
    await create('too many', {}, 2);
    const revoked = await create('revoked');
    for (const whose of [member, stranger])
      await ask('revoke', ({ enrolments }, of) =>
        enrolments.revokeToken(of(whose)!.account.id, of(revoked)!.id, now),
      );
    const uuid = randomUUID();
    const enrol = (token: string, key: string, change: object = {}) =>
      ask(`enrol by ${token} with ${key}`, ({ enrolments }) => {
        const sender = { uuid, software: 'sonde-agent/1', host: 'here', address: '192.0.2.1' };
        const usual = { at: now, ...sender, isFrom: () => true };
        return enrolments.enrol({ tokenHash: hashOf(token), key: keyOf(key), ...usual, ...change });
      });
    const agent = await enrol('once', 'first');
    await enrol('once', 'first');
    await enrol('once', 'first', { uuid: randomUUID() });
    await enrol('once', 'second');
    await enrol('late', 'second');
    await enrol('revoked', 'second');
    await enrol('none', 'second');
    await enrol('here', 'second', { isFrom: () => false });
    await enrol('here', 'first');
    await enrol('here', 'Office');
    await enrol('here', 'second');
    await ask('tokens', ({ enrolments }, of) => enrolments.tokens([of(office).id], 10));
    await ask('newest', ({ enrolments }, of) => enrolments.tokens([of(office).id], 1));
    await ask('nowhere', ({ enrolments }) => enrolments.tokens([noSuch], 10));
    await ask('its key', ({ apiKeys }) => apiKeys.findByHash(hashOf('first')));
    const idOf = (of: Of) => {
      const outcome = of(agent);
      return outcome.kind === 'enrolled' ? outcome.agent : { id: noSuch, keyId: noSuch };
    };
    await ask('of the key', ({ enrolments }, of) => enrolments.agentOfKey(idOf(of).keyId));
    for (const whose of [stranger, member, member])
      await ask('revoke agent', async ({ enrolments }, of) => {
        const gone = await enrolments.revokeAgent(of(whose)!.account.id, idOf(of).id);
        return gone && { ...gone, revokedAt: gone.revokedAt !== null };
      });
    await ask('its key is gone', ({ apiKeys }) => apiKeys.findByHash(hashOf('first')));
    await enrol('once', 'first');
    await ask('agents', ({ enrolments }, of) => enrolments.agents([of(office).id], 10));
    await ask('forgotten', ({ enrolments }) => enrolments.forgetTokensBefore(new Date(now.getTime() + 1)));
    await ask('left', ({ enrolments }, of) => enrolments.tokens([of(office).id], 10));
    await ask('all forgotten', ({ enrolments }) =>
      enrolments.forgetTokensBefore(new Date(soon.getTime() + 1)),
    );
    await ask('agents stay', ({ enrolments }, of) => enrolments.agents([of(office).id], 10));
    await ask('location gone', ({ locations }, of) =>
      locations.delete(of(member)!.account.id, of(office).id),
    );
    t.truthy(once);
  },
  'resolvers, rules and sources of a policy': async (t, connection) => {
    const { ask, member, stranger } = await besideStores(t, connection);
    const resolver = await ask('register', ({ resolvers }, of) =>
      resolvers.register(
        { accountId: of(member)!.account.id, name: 'ns1', place: 'Office' },
        [{ module: 'policy', ...keyOf('policy') }],
        keyOf('rows'),
      ),
    );
    await ask('its location', ({ locations }, of) => locations.list(of(member)!.account.id, page));
    await ask('no version', ({ policyRules }, of) => policyRules.state(of(member)!.account.id));
    const content = (name: string) => ({
      match: { kind: 'name' as const, name },
      action: { kind: 'allow' as const },
      priority: 0,
    });
    const create = (name: string) =>
      ask(`rule ${name}`, ({ policyRules }, of) =>
        policyRules.create({
          accountId: of(member)!.account.id,
          resolverId: null,
          content: content(name),
          note: null,
        }),
      );
    const [first] = [await create('a.example'), await create('b.example')];
    const change = (whose: typeof member) =>
      ask('change', ({ policyRules }, of) =>
        policyRules.update(of(whose)!.account.id, of(first).id, { content: content('c.example'), note: 'c' }),
      );
    for (const whose of [member, stranger]) await change(whose);
    for (const _twice of [1, 2])
      await ask('deleted', ({ policyRules }, of) => policyRules.delete(of(member)!.account.id, of(first).id));
    await ask('rules', ({ policyRules }, of) => policyRules.list(of(member)!.account.id, undefined, page));
    await ask('of the resolver', ({ policyRules }, of) =>
      policyRules.list(of(member)!.account.id, of(resolver).id, page),
    );
    await ask('versions', ({ policyRules }, of) => policyRules.versions(of(member)!.account.id, 10));
    for (const version of [3, 99])
      await ask(`back to ${version}`, ({ policyRules }, of) =>
        policyRules.rollBack(of(member)!.account.id, version),
      );
    await ask('state', ({ policyRules }, of) => policyRules.state(of(member)!.account.id));
    await ask('source', ({ policySources }, of) =>
      policySources.create({
        accountId: of(member)!.account.id,
        resolverId: of(resolver).id,
        sources: ['urlhaus'],
        minConfidence: 50,
        minSeverity: 'high',
        action: { kind: 'block', answer: 'nxdomain' },
      }),
    );
    await ask('sources', ({ policySources }, of) => policySources.list(of(member)!.account.id));
    for (const versions of [
      { from: 1, to: 3 },
      { from: 2, to: 4 },
      { from: 6, to: 2 },
      { from: 6, to: 99 },
    ])
      await ask('difference', ({ policyRules }, of) =>
        policyRules.difference(of(member)!.account.id, versions, 10),
      );
    for (const version of [4, 4, 6]) {
      const told = { version, serial: 17, refusedVersion: version === 4 ? 5 : null, notEnforced: 0 };
      await ask('held', ({ resolvers }, of) => resolvers.recordPolicy(of(resolver).id, told));
      await ask('with what it holds', ({ resolvers }, of) =>
        resolvers.find(of(member)!.account.id, of(resolver).id),
      );
    }
    const counts = [{ day: '2026-03-14', kind: 'total', name: 'queries', count: 5 }];
    const batch = randomUUID();
    for (const id of [batch, batch, randomUUID()])
      await ask('counts', ({ resolverReports }, of) =>
        resolverReports.addCounts(of(resolver).id, id, counts),
      );
    await ask('summed', ({ resolverReports }, of) =>
      resolverReports.counts([of(resolver).id], '2026-03-14', '2026-03-14'),
    );
    await ask('seen', ({ resolvers }, of) => resolvers.recordSeen(new Map([[of(resolver).id, new Date()]])));
    await ask('resolvers', ({ resolvers }, of) => resolvers.list(of(member)!.account.id, page));
    for (const whose of [stranger, member, member])
      await ask('removed', ({ resolvers }, of) => resolvers.delete(of(whose)!.account.id, of(resolver).id));
    for (const secret of ['policy', 'rows'])
      await ask('its key', ({ apiKeys }) => apiKeys.findByHash(hashOf(secret)));
    await ask('sources without it', ({ policySources }, of) => policySources.list(of(member)!.account.id));
  },
};
