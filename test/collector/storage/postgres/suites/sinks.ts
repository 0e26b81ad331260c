import { randomUUID } from 'node:crypto';
import { createBatchRegistry } from '../../../../../collector/storage/postgres/batches.ts';
import { createLocationStore } from '../../../../../collector/storage/postgres/locations.ts';
import { createAgentStates } from '../../../../../collector/storage/postgres/sinks/agent-states.ts';
import { createSinkStore } from '../../../../../collector/storage/postgres/sinks/sinks.ts';
import { createThreatChanges } from '../../../../../collector/storage/postgres/sinks/threat-changes.ts';
import { createThreatStore } from '../../../../../collector/storage/postgres/threats.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import {
  claimOf,
  metadataAt,
  sightingAt,
  someAccount,
} from '../../../../support/engines/postgres-samples.ts';
import { newSink } from '../../../../support/sinks/new-sink.ts';
import { until } from '../../../../support/until.ts';
import { claimedBatches } from './detection.ts';

const counts = { delivered: 0, filtered: 0, refused: 0, lost: 0 };
const waiting = { waitingSince: null, waitingBytes: 0 };

/** Sinks, how far they have come, and what became of threats. */
export const sinkSuite: PostgresSuite = {
  'a sink is found by its name, which is its own, and comes further step by step': async (t, connection) => {
    const store = createSinkStore((await freshDatabase(t, connection)).open());
    const sink = await store.add({ ...newSink(), sealed: 'v1.x' }, 2);
    if (typeof sink === 'string') return t.fail(sink);
    t.is(await store.add(newSink(), 2), 'taken');
    await store.add({ ...newSink(), name: 'second' }, 2);
    t.is(await store.add({ ...newSink(), name: 'third' }, 2), 'full');
    t.like(await store.find('receiver'), { sealed: 'v1.x', paused: false, filter: newSink().filter });
    t.true(await store.pause('receiver', true));
    t.true((await store.find('receiver'))?.paused);
    const position = { sinkId: sink.id, stream: 'queries', collectorId: 'one' } as const;
    t.deepEqual(await store.begin(position, { major: 5, minor: 0 }), { major: 5, minor: 0 });
    t.deepEqual(await store.begin(position, { major: 9, minor: 0 }), { major: 5, minor: 0 });
    await store.fail(position, 'away', waiting);
    t.like((await store.progress())[0], { lastError: 'away' });
    const step = {
      place: { major: 7, minor: 8 },
      counts: { ...counts, delivered: 3 },
      sent: true,
      ...waiting,
    };
    t.true(await store.settle(position, step));
    t.like((await store.progress())[0], {
      delivered: 3,
      batches: 1,
      lastError: null,
      place: { major: 7, minor: 8 },
    });
    t.deepEqual(await store.lose('one', 6, 40), []);
    t.deepEqual(await store.lose('one', 7, 40), ['receiver']);
    t.is(await store.furthest('one'), 7);
    t.true(await store.remove('receiver'));
    t.false(await store.settle(position, step));
  },
  'agents tell how they do, those that were heard of last first': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const states = createAgentStates(postgres);
    t.deepEqual(await states.latest([], 10), []);
    const { accountId, locations, agentIds } = await someAccount(postgres, 3);
    const [first, second, third] = locations.map(({ id }) => id) as [number, number, number];
    await createBatchRegistry(postgres).claim('one', [
      claimOf(second, agentIds[1]!, { runId: randomUUID(), sequence: 7 }),
    ]);
    await postgres.query(`UPDATE agents SET last_seen_at = now() - id * interval '1 minute'`);
    const heard = await states.latest([], 10);
    t.deepEqual(
      heard.map(({ id, locationId, location, rows, ledger }) => [id, locationId, location, rows, ledger]),
      [
        [agentIds[0]!, first, 'place 0', 0, null],
        [agentIds[1]!, second, 'place 1', 10, metadataAt(7).ledger],
        [agentIds[2]!, third, 'place 2', 0, null],
      ],
    );
    t.like(heard[0], { software: 'sonde-agent 0.1.0', host: 'here' });
    t.true(heard[0]!.lastSeenAt > heard[1]!.lastSeenAt);
    t.is((await states.latest([], 2)).length, 2);
    await createLocationStore(postgres).delete(accountId, first);
    t.deepEqual(
      (await states.latest([first, third], 10)).map(({ id }) => id),
      [agentIds[2]!],
    );
  },
  'what becomes of a threat is noted while a sink wants it, once, and forgotten when all have it': async (
    t,
    connection,
  ) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { accountId, locations, agentIds } = await someAccount(postgres, 1);
    const here = locations[0]!.id;
    const ids = await claimedBatches(postgres, here, agentIds[0]!, 4);
    const threats = createThreatStore(postgres);
    const changes = createThreatChanges(postgres);
    const store = createSinkStore(postgres);
    const record = (index: number, subject: string, severity: 'low' | 'high') =>
      threats.record([{ batchId: ids[index]!, sightings: [sightingAt(here, { subject, severity })] }]);
    const start = { major: 0, minor: 0 };
    await record(0, 'untold.example', 'low');
    t.deepEqual(await changes.after(start, 10), []);
    const sink = await store.add({ ...newSink(), threats: true }, 10);
    if (typeof sink === 'string') return t.fail(sink);
    const position = { sinkId: sink.id, stream: 'threats', collectorId: '' } as const;
    const place = (await store.begin(position, await changes.end()))!;
    const [opened] = await record(1, 'told.example', 'low');
    await record(2, 'told.example', 'low');
    await record(3, 'told.example', 'high');
    await threats.resolve(accountId, opened!.id, 'done');
    await threats.reopen(accountId, opened!.id, null);
    // What any transaction of the server is still under way before is not told yet.
    await until(async () => (await changes.after(place, 10)).length === 4);
    const told = await changes.after(place, 10);
    t.deepEqual(
      told.map(({ change, threat }) => [change, threat.severity, threat.status]),
      [
        ['opened', 'low', 'open'],
        ['worsened', 'high', 'open'],
        ['resolved', 'high', 'resolved'],
        ['reopened', 'high', 'open'],
      ],
    );
    t.deepEqual(told[0]!.threat.firstSeenAt, opened!.firstSeenAt);
    await store.settle(position, { place: told[1]!.place, counts, sent: true, ...waiting });
    t.is(await changes.forget(new Date(0)), 0);
    t.deepEqual(await changes.after(start, 10), told.slice(2));
    t.is(await changes.forget(new Date(Date.now() + 60_000)), 2);
    t.like((await store.progress())[0], { lost: 2 });
    t.deepEqual(await changes.after(start, 10), []);
  },
};
