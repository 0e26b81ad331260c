import { randomUUID } from 'node:crypto';
import { createLocationStore } from '../../../../../collector/storage/postgres/locations.ts';
import { createPolicyRuleStore } from '../../../../../collector/storage/postgres/resolvers/policy-rules.ts';
import { createResolverReports } from '../../../../../collector/storage/postgres/resolvers/resolver-reports.ts';
import { createResolverStore } from '../../../../../collector/storage/postgres/resolvers/resolvers.ts';
import { createThreatStore } from '../../../../../collector/storage/postgres/threats.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { hashOf, hostileStrings, someAccount } from '../../../../support/engines/postgres-samples.ts';

const content = (name: string) => ({
  match: { kind: 'name' as const, name },
  action: { kind: 'allow' as const },
  priority: 0,
});
const keyed = () => [{ module: 'policy', prefix: 'sonde_res_', hash: hashOf(randomUUID()) }];

/** Policies and what resolvers report. */
export const resolverSuite: PostgresSuite = {
  'resolvers of one place share its location, however many register at once': async (t, connection) => {
    const database = await freshDatabase(t, connection);
    const { accountId } = await someAccount(database.open(), 0);
    const made = await Promise.all(
      Array.from({ length: 6 }, () =>
        createResolverStore(database.open({ max: 1 })).register(
          { accountId, name: 'ns', place: 'Office' },
          keyed(),
        ),
      ),
    );
    t.is(new Set(made.map(({ locationId }) => locationId)).size, 1);
    const page = { limit: 9, offset: 0 };
    const { locations } = await createLocationStore(database.open()).list(accountId, page);
    t.deepEqual(
      locations.map(({ id, name }) => [id, name]),
      [[made[0]!.locationId, 'Office']] as never,
    );
  },
  'each change of a policy is a version, however many change it at once': async (t, connection) => {
    const database = await freshDatabase(t, connection);
    const { accountId } = await someAccount(database.open(), 0);
    const { accountId: stranger } = await someAccount(database.open(), 0);
    const resolvers = createResolverStore(database.open());
    const resolver = await resolvers.register({ accountId, name: 'a', place: 'p' }, keyed());
    const other = await resolvers.register({ accountId, name: 'b', place: 'p' }, keyed());
    const rules = createPolicyRuleStore(database.open());
    t.like(await rules.state(accountId), { version: 1 });
    t.like(await rules.rules(accountId, resolver.id), { version: 1, rules: [] });
    const made = await Promise.all(
      ['a.example', 'b.example', 'c.example', ...hostileStrings].map((name, index) =>
        createPolicyRuleStore(database.open({ max: 1 })).create({
          accountId,
          resolverId: index === 1 ? other.id : null,
          content: content(name),
          note: name,
        }),
      ),
    );
    const versions = made.map(({ version }) => version).sort((left, right) => left - right);
    t.deepEqual(
      versions,
      versions.map((_version, index) => index + 2),
    );
    const whole = await rules.rules(accountId, resolver.id);
    t.is(whole.version, versions.at(-1)!);
    t.is(whole.rules.length, made.length - 1);
    t.is((await rules.list(accountId, undefined, { limit: 1, offset: 0 })).count, made.length);

    const [first, second] = made;
    t.is(await rules.update(stranger, first!.id, { content: content('x'), note: null }), undefined);
    t.false(await rules.delete(stranger, first!.id));
    t.is((await rules.state(accountId)).version, whole.version);
    await rules.update(accountId, first!.id, { content: content('new.example'), note: null });
    t.true(await rules.delete(accountId, second!.id));
    t.false(await rules.delete(accountId, second!.id));
    t.like(await rules.changes(accountId, resolver.id, whole.version), {
      version: whole.version + 2,
      put: [{ id: String(first!.id), ...content('new.example') }],
      removed: [],
    });
    t.deepEqual((await rules.changes(accountId, other.id, whole.version + 1))?.removed, [String(second!.id)]);
    t.is(await rules.changes(accountId, resolver.id, whole.version + 2), undefined);
  },
  'a resolver is behind since the first version that it does not hold': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId } = await someAccount(postgres, 0);
    const resolvers = createResolverStore(postgres);
    const { id, policy } = await resolvers.register({ accountId, name: 'a', place: 'p' }, keyed());
    t.is(policy, null);
    const rules = createPolicyRuleStore(postgres);
    const make = (name: string) =>
      rules.create({ accountId, resolverId: null, content: content(name), note: null });
    const held = async () => (await resolvers.find(accountId, id))!.policy!;
    const tell = (version: number) =>
      resolvers.recordPolicy(id, { version, serial: 2 ** 32 - 1, refusedVersion: null, notEnforced: 0 });
    await make('one.example');
    await tell(2);
    t.like(await held(), { version: 2, serial: 2 ** 32 - 1, behindSince: null });
    const { heldSince } = await held();
    await make('two.example');
    const { changedAt } = await rules.state(accountId);
    await make('three.example');
    await postgres.query("UPDATE resolver_policies SET told_at = now() - interval '2 minutes'");
    await tell(2);
    const later = await held();
    t.deepEqual([later.behindSince, later.heldSince], [changedAt, heldSince]);
    t.true(later.toldAt >= heldSince, 'and was told anew');
    await tell(4);
    t.like(await held(), { version: 4, behindSince: null });
    t.true((await held()).heldSince > heldSince);
    await resolvers.delete(accountId, id);
    await t.notThrowsAsync(tell(4));
  },
  'changes from before what is forgotten are not told as changes': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId } = await someAccount(postgres, 0);
    const { id } = await createResolverStore(postgres).register(
      { accountId, name: 'a', place: 'p' },
      keyed(),
    );
    const rules = createPolicyRuleStore(postgres);
    const make = (name: string) =>
      rules.create({ accountId, resolverId: null, content: content(name), note: null });
    const [old, young] = [await make('old'), await make('young')];
    await rules.delete(accountId, old.id);
    await postgres.query(`UPDATE policy_rules SET deleted_at = now() - interval '40 days' WHERE id = $1`, [
      old.id,
    ]);
    await rules.delete(accountId, young.id);
    t.is(await rules.changes(accountId, id, 3), undefined);
    t.deepEqual((await rules.changes(accountId, id, 4))?.removed, [String(young.id)]);
  },
  'what a resolver reports counts once, even when sent at the same time': async (t, connection) => {
    const database = await freshDatabase(t, connection);
    const { accountId } = await someAccount(database.open(), 0);
    const resolvers = createResolverStore(database.open());
    const { id, locationId } = await resolvers.register({ accountId, name: 'a', place: 'p' }, keyed());
    const batch = randomUUID();
    const count = (name: string, on = '2026-03-14') => ({ day: on, kind: 'total', name, count: 5 });
    const stored = await Promise.all(
      Array.from({ length: 5 }, () =>
        createResolverReports(database.open({ max: 1 })).addCounts(id, batch, [
          count('queries'),
          count('queries'),
          ...hostileStrings.map((name) => count(name)),
        ]),
      ),
    );
    t.is(stored.filter(Boolean).length, 1);
    const postgres = database.open();
    const reports = createResolverReports(postgres);
    t.true(await reports.addCounts(id, randomUUID(), [count('queries'), count('queries', '2026-03-16')]));
    const counts = (await reports.counts([id], '2026-03-14', '2026-03-15')).get(id)!;
    t.is(counts.find(({ name }) => name === 'queries')?.count, 15);
    t.deepEqual(new Set(counts.map(({ day }) => day)), new Set(['2026-03-14']));
    const huge = { ...count('huge'), count: Number.MAX_SAFE_INTEGER };
    await reports.addCounts(id, randomUUID(), [huge]);
    await reports.addCounts(id, randomUUID(), [huge]);

    const days = async (): Promise<string[]> => [
      ...new Set((await reports.counts([id], '2026-01-01', '2026-12-31')).get(id)!.map(({ day }) => day)),
    ];
    t.deepEqual(await days(), ['2026-03-14', '2026-03-16']);
    const batches = () => postgres.query('SELECT 1 FROM resolver_batches');
    const remembered = (await batches()).length;
    await postgres.query(
      "UPDATE resolver_batches SET accepted_at = now() - interval '31 days' WHERE batch_id = $1",
      [batch],
    );
    await reports.forgetBefore('2026-03-15');
    t.deepEqual(await days(), ['2026-03-16']);
    t.is((await batches()).length, remembered - 1);

    const sighting = {
      locationId: locationId!,
      type: 'malware',
      severity: 'high' as const,
      subject: 'bad.example',
      clientAddress: '192.0.2.1',
      queryName: 'www.bad.example',
      source: 'list',
      message: '',
      observedAt: new Date(),
      count: 2,
    };
    const alerts = randomUUID();
    const opened = await Promise.all([1, 2, 3].map(() => reports.addAlerts(id, alerts, () => [sighting])));
    t.is(opened.filter((threats) => threats !== undefined).length, 1);
    t.is((await reports.addAlerts(id, randomUUID(), () => [sighting]))?.length, 0);
    const threats = createThreatStore(database.open());
    t.like((await threats.list(accountId, {}, { limit: 5, offset: 0 })).threats[0]!, { count: 4 });
  },
};
