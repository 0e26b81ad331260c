import { rolloutPlace } from '../../../../../collector/domain/traffic/agent-settings/settings-for-agent.ts';
import {
  createAgentSettingsStore,
  createSettingsKeyStore,
} from '../../../../../collector/storage/postgres/agent-settings.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { someAccount } from '../../../../support/engines/postgres-samples.ts';

const entry = { id: null, locationId: null, agentId: null, rolloutPercent: 100, note: null };
const noWord = { comment: null, rolledBackTo: null };

/** Settings of agents: versions, what agents tell, and the keys that sign. */
export const agentSettingsSuite: PostgresSuite = {
  'settings of agents are whole versions, and entries keep their numbers': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId } = await someAccount(postgres);
    const store = createAgentSettingsStore(postgres);
    t.deepEqual(await store.current(accountId), { version: 0, changedAt: null, entries: [] });
    const settings = { deny_suffixes: 'lan,\u00e9' };
    const first = await store.put(accountId, { ...noWord, basedOn: 0, entries: [{ ...entry, settings }] });
    t.like(first, { version: 1, entries: [{ ...entry, id: 1, settings }] });
    t.is(await store.put(accountId, { ...noWord, basedOn: 0, entries: [] }), undefined);
    const kept = first!.entries[0]!;
    const more = { ...entry, settings: { sampling: '2' } };
    const second = await store.put(accountId, {
      ...noWord,
      basedOn: 1,
      entries: [more, kept],
      comment: 'why',
    });
    t.deepEqual(
      second?.entries.map(({ id }) => id),
      [2, 1],
    );
    t.deepEqual((await store.at(accountId, 1))?.entries, first!.entries);
    t.is(await store.at(accountId, 3), undefined);
    t.like(await store.versions(accountId, 10), [
      { version: 2, entries: 2, comment: 'why' },
      { version: 1, entries: 1, comment: null },
    ]);
    const both = await Promise.all(
      [1, 2].map(() => store.put(accountId, { ...noWord, basedOn: 2, entries: [] })),
    );
    t.is(both.filter((made) => made !== undefined).length, 1);
  },

  'what agents tell is kept, and the next version is above it': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, locations, agentIds } = await someAccount(postgres);
    const store = createAgentSettingsStore(postgres);
    const agentId = agentIds[0]!;
    const [{ uuid = '' } = {}] = await postgres.query<{ uuid: string }>(
      'SELECT uuid FROM agents WHERE id = $1',
      [agentId],
    );
    t.is(await store.agent(locations[0]!.id, uuid), agentId);
    t.is(await store.agent(locations[0]!.id, 'stranger'), undefined);
    const told = {
      heldVersion: 7,
      refusedVersion: 9,
      refusedReason: 'silent',
      refusedMessage: 'x\0y',
    } as const;
    await store.record(agentId, { ...told, keptOwn: ['sampling'] });
    await store.record(agentId, { ...told, keptOwn: ['sampling', 'filter'] });
    t.like((await store.told([agentId]))[0], {
      heldVersion: 7,
      refusedReason: 'silent',
      keptOwn: ['sampling', 'filter'],
    });
    t.is((await store.put(accountId, { ...noWord, basedOn: null, entries: [] }))?.version, 10);
    // Nobody takes the numbers away by telling a giant one.
    const giant = { ...told, heldVersion: Number.MAX_SAFE_INTEGER, refusedVersion: null, keptOwn: [] };
    await store.record(agentId, giant);
    t.is((await store.put(accountId, { ...noWord, basedOn: null, entries: [] }))?.version, 11);
  },

  'of two keys at one position the first counts': async (t, connection) => {
    const keys = createSettingsKeyStore((await freshDatabase(t, connection)).open());
    const key = { position: 1, publicKey: 'a', sealedKey: 'b', signature: null };
    t.true(await keys.add(key));
    t.false(await keys.add({ ...key, publicKey: 'c' }));
    t.true(await keys.add({ ...key, position: 2, signature: 'd' }));
    t.deepEqual(
      (await keys.all()).map(({ publicKey }) => publicKey),
      ['a', 'a'],
    );
  },

  'agents have the places in a roll-out that rules of policies give resolvers': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    for (const [entryId, agentId] of [
      [1, 1],
      [17, 4_294_967_296],
      [900, 3],
    ] as const) {
      const [row] = await postgres.query<{ place: number }>(
        `SELECT ('x' || substr(md5($1::bigint || '/' || $2::bigint), 1, 7))::bit(28)::int % 100 AS place`,
        [entryId, agentId],
      );
      t.is(row?.place, rolloutPlace(entryId, agentId));
    }
  },
};
