import type { ThreatFilter } from '../../../../../collector/ports/threats/threats.ts';
import { createClientNames } from '../../../../../collector/storage/postgres/client-names.ts';
import { createThreatHandling } from '../../../../../collector/storage/postgres/threats/handling.ts';
import { createThreatStore } from '../../../../../collector/storage/postgres/threats.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import { sightingAt, someAccount } from '../../../../support/engines/postgres-samples.ts';
import { claimedBatches } from './detection.ts';

const everything = { limit: 100, offset: 0 };

/** What people make of threats, and what they call clients. */
export const handlingSuite: PostgresSuite = {
  'threats are found by what they are and counted by day': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, locations, agentIds } = await someAccount(postgres, 1);
    const here = locations[0]!.id;
    const [batchId] = await claimedBatches(postgres, here, agentIds[0]!, 1);
    const threats = createThreatStore(postgres);
    const handling = createThreatHandling(postgres);
    const [first, second] = [new Date('2026-01-01T23:59:00Z'), new Date('2026-01-02T00:01:00Z')];
    const opened = await threats.record([
      {
        batchId: batchId!,
        sightings: [
          sightingAt(here, { subject: 'a.example', observedAt: first, type: 'dga', severity: 'low' }),
          sightingAt(here, { subject: 'b.example', observedAt: second, type: 'dga', severity: 'low' }),
          sightingAt(here, {
            subject: 'c.example',
            observedAt: second,
            clientAddress: '192.0.2.99',
            source: 'own-list',
          }),
        ],
      },
    ]);
    const subjects = async (filter: ThreatFilter) =>
      (await threats.list(accountId, filter, everything)).threats.map(({ subject }) => subject).sort();
    t.deepEqual(await subjects({ types: { any: ['dga'], none: [] } }), ['a.example', 'b.example']);
    t.deepEqual(await subjects({ types: { any: [], none: ['dga'] } }), ['c.example']);
    t.deepEqual(await subjects({ clientAddress: '192.0.2.99' }), ['c.example']);
    t.deepEqual(await subjects({ subject: 'b.example' }), ['b.example']);
    t.deepEqual(await subjects({ source: 'own-list' }), ['c.example']);
    t.deepEqual(await subjects({ firstSeen: { from: second, to: new Date('2026-02-01') } }), [
      'b.example',
      'c.example',
    ]);
    t.deepEqual(await subjects({ lastSeen: { from: first, to: second } }), ['a.example']);
    const { id } = opened[0]!;
    t.like(await handling.assign(accountId, id, 'ada'), { id, owner: 'ada' });
    t.is((await subjects({ owner: 'ada' })).length, 1);
    t.is((await subjects({ owner: null })).length, 2);
    t.is(await handling.assign(accountId + 1, id, 'eve'), undefined);
    t.deepEqual(await handling.countByDay(accountId, { types: { any: ['dga'], none: [] } }), [
      { day: '2026-01-01', severity: 'low', type: 'dga', count: 1 },
      { day: '2026-01-02', severity: 'low', type: 'dga', count: 1 },
    ]);
  },

  'notes are kept with their threat, so many and no more': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, locations, agentIds } = await someAccount(postgres, 1);
    const [batchId] = await claimedBatches(postgres, locations[0]!.id, agentIds[0]!, 1);
    const handling = createThreatHandling(postgres);
    const [threat] = await createThreatStore(postgres).record([
      { batchId: batchId!, sightings: [sightingAt(locations[0]!.id)] },
    ]);
    const add = (text: string, of = accountId) =>
      handling.addNote(of, threat!.id, { personId: null, text }, 3);
    await Promise.all(['one', 'two', 'three', 'four', 'five'].map((text) => add(text)));
    const notes = await handling.notes(accountId, threat!.id, 10);
    t.is(notes?.length, 3);
    t.is(notes?.[0]?.author, 'a key of the account');
    t.is(await add('six'), 'full');
    t.is(await add('six', accountId + 1), undefined);
    t.is(await handling.notes(accountId + 1, threat!.id, 10), undefined);
  },

  'clients have names of their account, so many and no more': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId } = await someAccount(postgres, 1);
    const names = createClientNames(postgres);
    const list = [
      { address: '192.0.2.1', name: 'one' },
      { address: '192.0.2.2', name: 'two' },
    ];
    t.true(await names.change(accountId, list, 2));
    t.false(await names.change(accountId, [{ address: '192.0.2.3', name: 'three' }], 2));
    const source = 'operator';
    t.deepEqual(
      await names.list(accountId),
      list.map((one) => ({ ...one, source })),
    );
    const changes = [
      { address: '192.0.2.1', name: null },
      { address: '192.0.2.2', name: 'other' },
      { address: '192.0.2.3', name: 'three' },
    ];
    t.true(await names.change(accountId, changes, 2));
    t.deepEqual(await names.list(accountId), [
      { address: '192.0.2.2', name: 'other', source },
      { address: '192.0.2.3', name: 'three', source },
    ]);
    t.deepEqual(await names.list(accountId + 1), []);
  },
};
