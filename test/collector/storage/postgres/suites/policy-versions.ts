import { randomUUID } from 'node:crypto';
import type { Indicator } from '../../../../../collector/ports/threats/indicators.ts';
import { createIndicatorStore } from '../../../../../collector/storage/postgres/indicators.ts';
import { createPolicyRuleStore } from '../../../../../collector/storage/postgres/resolvers/policy-rules.ts';
import { createPolicySourceStore } from '../../../../../collector/storage/postgres/resolvers/policy-sources.ts';
import { createResolverStore } from '../../../../../collector/storage/postgres/resolvers/resolvers.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { hashOf, hostileStrings, someAccount } from '../../../../support/engines/postgres-samples.ts';
import { FakePolicyRules } from '../../../../support/fakes/resolvers/policy-rules.ts';

const content = (name: string, more: object = {}) => ({
  match: { kind: 'name' as const, name },
  action: { kind: 'allow' as const },
  priority: 0,
  ...more,
});
const keyed = () => [{ module: 'policy', prefix: 'sonde_res_', hash: hashOf(randomUUID()) }];

/** What versions of policies were, shares of resolvers, and rules out of indicators. */
export const policyVersionSuite: PostgresSuite = {
  'a policy goes back to what it was, in one version, and only the own one': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId } = await someAccount(postgres, 0);
    const { accountId: stranger } = await someAccount(postgres, 0);
    const { id: resolver } = await createResolverStore(postgres).register(
      { accountId, name: 'a', place: 'p' },
      keyed(),
    );
    const rules = createPolicyRuleStore(postgres);
    t.is(await rules.rollBack(accountId, 1), undefined);
    const make = (name: string, owner = accountId) =>
      rules.create({ accountId: owner, resolverId: null, content: content(name), note: name });
    const others = await make('others.example', stranger);
    const made = [];
    for (const name of ['one.example', 'two.example', ...hostileStrings]) made.push(await make(name));
    const then = await rules.rules(accountId, resolver);
    await rules.update(accountId, made[0]!.id, { content: content('changed.example'), note: null });
    await rules.delete(accountId, made[1]!.id);
    await make('later.example');

    const back = await rules.rollBack(accountId, then.version);
    t.like(back, { version: then.version + 4, rulesChanged: 3 });
    const now = await rules.rules(accountId, resolver);
    t.deepEqual(now.rules, then.rules);
    t.like(await rules.changes(accountId, resolver, then.version + 3), { version: then.version + 4 });
    t.like((await rules.versions(accountId, 1))[0], {
      version: then.version + 4,
      rulesPut: 2,
      rulesDeleted: 1,
    });
    t.like(await rules.rollBack(accountId, then.version), { version: then.version + 4, rulesChanged: 0 });
    t.is(await rules.rollBack(accountId, then.version + 9), undefined);
    t.deepEqual(
      (await rules.rules(stranger, resolver)).rules.map(({ id }) => id),
      [String(others.id)],
    );
    await rules.rollBack(accountId, 1);
    t.deepEqual((await rules.rules(accountId, resolver)).rules, []);

    await postgres.query(`UPDATE policy_rule_history SET changed_at = now() - interval '40 days'`);
    const last = await make('last.example');
    await rules.delete(accountId, last.id);
    t.is(await rules.rollBack(accountId, then.version), undefined);
    t.not(await rules.rollBack(accountId, last.version), undefined);
  },
  'a share of the resolvers is chosen alike in the database and elsewhere': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId } = await someAccount(postgres, 0);
    const resolvers = createResolverStore(postgres);
    const rules = createPolicyRuleStore(postgres);
    const fake = new FakePolicyRules();
    const about = { resolverId: null, note: null, content: content('new.example', { rollout_percent: 40 }) };
    await rules.create({ accountId, ...about });
    await fake.create({ accountId, ...about });
    let having = 0;
    for (let count = 0; count < 20; count++) {
      const { id } = await resolvers.register({ accountId, name: 'a', place: 'p' }, keyed());
      const own = (await rules.rules(accountId, id)).rules;
      having += own.length;
      t.deepEqual(own, (await fake.rules(accountId, id)).rules);
      const step = await rules.changes(accountId, id, 1);
      t.is(step?.put.length, own.length);
      t.is(step?.removed.length, 1 - own.length);
    }
    t.true(having > 0 && having < 20);
  },
  'indicators become rules, and go with them': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId } = await someAccount(postgres, 0);
    const { id: resolver } = await createResolverStore(postgres).register(
      { accountId, name: 'a', place: 'p' },
      keyed(),
    );
    const rules = createPolicyRuleStore(postgres);
    const sources = createPolicySourceStore(postgres);
    const indicators = createIndicatorStore(postgres);
    const listed = (name: string, more: Partial<Indicator> = {}): Indicator => ({
      name,
      threatType: 'malware',
      severity: 'high',
      source: 'feed',
      description: null,
      ...more,
    });
    const about = (weight: number) => ({ weight, fetchedAt: null, contentHash: null });
    const kept = [listed('bad.example'), listed('one.bad.example', { exact: true })];
    const left = [
      listed('mild.example', { severity: 'low' }),
      listed('old.example', { expiresAt: 1 }),
      listed('192.0.2.1'),
      listed('192.0.2.0/24'),
      listed('2001:db8::1'),
      listed('bad.example/path'),
      listed('a'.repeat(40)),
      listed('CVE-2024-1234'),
    ];
    await indicators.replaceSource('feed', [...kept, ...left], about(0.8));
    await indicators.replaceSource('rumour', [listed('rumour.example', { source: 'rumour' })], about(0.2));
    const own = await rules.create({
      accountId,
      resolverId: null,
      content: content('own.example'),
      note: null,
    });
    const { id } = await sources.create({
      accountId,
      resolverId: null,
      sources: ['feed', 'rumour', ...hostileStrings],
      minConfidence: 50,
      minSeverity: 'medium',
      action: { kind: 'block', answer: 'nxdomain' },
    });
    t.deepEqual(await sources.refresh(), [accountId]);
    t.deepEqual(await sources.refresh(), []);
    const names = async () =>
      (await rules.rules(accountId, resolver)).rules
        .map(({ match }) => `${match.kind} ${'name' in match ? match.name : ''}`)
        .sort();
    t.deepEqual(await names(), ['domain bad.example', 'name one.bad.example', 'name own.example']);
    t.is((await rules.list(accountId, undefined, { limit: 9, offset: 0 })).count, 1);
    t.like((await sources.list(accountId))[0], { id, rules: 2 });
    const before = await rules.state(accountId);

    await indicators.replaceSource('feed', [listed('bad.example'), listed('new.example')], about(0.8));
    t.deepEqual(await sources.refresh(), [accountId]);
    const step = await rules.changes(accountId, resolver, before.version);
    t.is(step?.version, before.version + 1);
    t.deepEqual(
      step?.put.map(({ match }) => match),
      [{ kind: 'domain', name: 'new.example' }],
    );
    t.is(step?.removed.length, 1);
    const compared = async (from: number, to: number) => {
      const found = (await rules.difference(accountId, { from, to }, 10))!;
      return [found.feedRulesAdded, found.feedRulesRemoved, found.added];
    };
    t.deepEqual(await compared(before.version, step!.version), [1, 1, 0]);
    t.deepEqual(await compared(step!.version, before.version), [1, 1, 0]);
    t.deepEqual(await compared(own.version, before.version), [2, 0, 0], 'also of one that has gone since');
    t.deepEqual(await compared(1, step!.version), [2, 0, 1]);
    t.is(await rules.difference(accountId, { from: 1, to: step!.version + 1 }, 10), undefined);
    const [feedRule] = step!.put;
    t.is(
      await rules.update(accountId, Number(feedRule!.id), { content: content('x'), note: null }),
      undefined,
    );
    t.false(await rules.delete(accountId, Number(feedRule!.id)));

    await rules.rollBack(accountId, own.version - 1);
    t.deepEqual(await names(), ['domain bad.example', 'domain new.example']);
    t.true(await sources.delete(accountId, id));
    t.false(await sources.delete(accountId, id));
    t.deepEqual(await names(), []);
    t.deepEqual(await sources.list(accountId), []);
  },
};
