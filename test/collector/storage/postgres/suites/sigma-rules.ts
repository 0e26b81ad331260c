import { prepareRules, sigmaBounds } from '../../../../../collector/domain/detection/sigma/prepare-rules.ts';
import type { NewSigmaRule, StoredSigmaRule } from '../../../../../collector/ports/threats/sigma-rules.ts';
import { createBatchRegistry } from '../../../../../collector/storage/postgres/batches.ts';
import { createSigmaRuleStore } from '../../../../../collector/storage/postgres/threats/sigma-rules.ts';
import { createThreatStore } from '../../../../../collector/storage/postgres/threats.ts';
import { sampleSigmaRule } from '../../../../support/detection/sample-sigma-rule.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { claimOf, sightingAt, someAccount } from '../../../../support/engines/postgres-samples.ts';

const [sample] = prepareRules(sampleSigmaRule) as [NewSigmaRule];
const other = (change: Partial<NewSigmaRule> = {}): NewSigmaRule => ({
  ...sample,
  ruleId: '11111111-1111-4111-8111-111111111111',
  title: 'Another\0one',
  ...change,
});
const page = { limit: 10, offset: 0 };

/** The Sigma rules of accounts. */
export const sigmaRuleSuite: PostgresSuite = {
  'Sigma rules are kept once by their id, bounded, and seen to change': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, locations } = await someAccount(postgres, 2);
    const stranger = await someAccount(postgres);
    const store = createSigmaRuleStore(postgres);
    const versions = new Set<string>();
    const changed = async () => {
      const [version, ...others] = await store.versions();
      t.deepEqual(others, []);
      t.like(version, { accountId, locationIds: locations.map(({ id }) => id) });
      t.false(versions.has(version!.version));
      versions.add(version!.version);
    };
    const bounds = { ...sigmaBounds, rules: 2, triedAlways: 1 };
    const [first] = (await store.put(accountId, [sample], bounds)) as StoredSigmaRule[];
    await changed();
    t.like(await store.put(accountId, [{ ...sample, title: 'Renamed' }], bounds), [
      { id: first!.id, title: 'Renamed' },
    ]);
    await changed();
    const [second] = (await store.put(
      accountId,
      [other({ triedAlways: true })],
      bounds,
    )) as StoredSigmaRule[];
    await changed();
    t.like(await store.list(accountId, page), {
      count: 2,
      rules: [{ title: 'Another\ufffdone' }, { title: 'Renamed' }],
    });
    const third = other({ ruleId: '22222222-2222-4222-8222-222222222222', triedAlways: true });
    t.is(await store.put(accountId, [third], bounds), 'rules');
    t.is(await store.put(accountId, [third], { ...bounds, rules: 3 }), 'triedAlways');
    t.is(await store.put(accountId, [third], { ...bounds, rules: 3, characters: 1_000 }), 'characters');
    t.is(await store.replace(accountId, first!.id, other(), bounds), undefined);
    t.is(await store.replace(stranger.accountId, first!.id, sample, bounds), undefined);
    const problem = { message: 'why', line: 3, column: 1, field: 'Image' };
    t.like(await store.replace(accountId, first!.id, { ...sample, problem }, bounds), {
      id: first!.id,
      problem,
    });
    await changed();
    t.deepEqual(await store.inForce(accountId), [{ id: second!.id, text: sample.text }]);
    t.is(await store.find(stranger.accountId, first!.id), undefined);
    t.like(await store.find(accountId, first!.id), { text: sample.text });
    t.false(await store.remove(stranger.accountId, first!.id));
    t.true(await store.remove(accountId, first!.id));
    await changed();
  },
  'matches are counted with the rules that had them, of the same account': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, locations, agentIds } = await someAccount(postgres, 2);
    const stranger = await someAccount(postgres);
    const [here, there] = locations.map(({ id }) => id) as [number, number];
    const store = createSigmaRuleStore(postgres);
    const [rule] = (await store.put(accountId, [sample, other()], sigmaBounds)) as StoredSigmaRule[];
    const [foreign] = (await store.put(stranger.accountId, [sample], sigmaBounds)) as StoredSigmaRule[];
    const claim = claimOf(here, agentIds[0]!, null);
    await createBatchRegistry(postgres).claim('a', [claim]);
    const observedAt = new Date('2026-03-14T12:00:00Z');
    const matched = (id: number, locationId: number, count: number) =>
      sightingAt(locationId, {
        type: 'sigma',
        source: 'detection',
        subject: `${id} ${count}`,
        count,
        observedAt,
        evidence: { rule_number: id },
      });
    const batch = {
      batchId: claim.batchId,
      sightings: [
        matched(rule!.id, here, 3),
        matched(rule!.id, there, 4),
        matched(foreign!.id, here, 9),
        sightingAt(here, { type: 'sigma', source: 'a list of somebody' }),
      ],
    };
    await createThreatStore(postgres).record([batch]);
    // What was told before counts no more.
    await createThreatStore(postgres).record([batch]);
    const matches = async (id: number) =>
      (await store.list(id, page)).rules.map((one) => [one.matches, one.lastMatchedAt]);
    t.deepEqual((await matches(accountId)).toSorted(), [
      [0, null],
      [7, observedAt],
    ]);
    t.deepEqual(await matches(stranger.accountId), [[0, null]]);
  },
};
