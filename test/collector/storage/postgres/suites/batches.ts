import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { BatchClaim } from '../../../../../collector/ports/ingest/batches.ts';
import { createAgentStore } from '../../../../../collector/storage/postgres/agents.ts';
import { mostStretches } from '../../../../../collector/storage/postgres/batches/settle-run.ts';
import { createBatchRegistry } from '../../../../../collector/storage/postgres/batches.ts';
import { createLedgerStore } from '../../../../../collector/storage/postgres/ledgers.ts';
import { freshDatabase, type PostgresSuite } from '../../../../support/engines/postgres.ts';
import {
  claimOf,
  hostileStrings,
  metadataAt,
  someAccount,
} from '../../../../support/engines/postgres-samples.ts';

/** Agents, claims of batches, and ledgers. */
export const batchSuite: PostgresSuite = {
  'a batch is claimed once': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { locations, agentIds } = await someAccount(postgres, 2);
    const registry = createBatchRegistry(postgres);
    const claim = claimOf(locations[0]!.id, agentIds[0]!, { runId: randomUUID(), sequence: 1 });
    t.deepEqual(await registry.claim('a', []), []);
    t.deepEqual(await registry.claim('a', [claim, claim]), ['claimed', 'mine']);
    t.deepEqual(await registry.claim('a', [claim]), ['mine']);
    t.deepEqual(await registry.claim('b', [claim]), ['elsewhere']);
    t.deepEqual(await registry.claim('a', [{ ...claim, locationId: locations[1]!.id }]), ['elsewhere']);
  },
  'other content under the same id is told apart': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { locations, agentIds } = await someAccount(postgres);
    const registry = createBatchRegistry(postgres);
    const claim = { ...claimOf(locations[0]!.id, agentIds[0]!, null), content: randomUUID() };
    const other = { ...claim, content: randomUUID() };
    t.deepEqual(await registry.claim('a', [claim, other, claim]), ['claimed', 'other', 'mine']);
    t.deepEqual(await registry.claim('b', [other, claim]), ['other', 'elsewhere']);
    // Of batches from before nothing is known.
    await postgres.query('UPDATE accepted_batches SET content = NULL');
    t.deepEqual(await registry.claim('a', [other]), ['mine']);
  },
  'whatever the order of duplicates over two collectors, each batch is claimed once': async (
    t,
    connection,
  ) => {
    const database = await freshDatabase(t, connection);
    const { locations, agentIds } = await someAccount(database.open());
    const registries = [createBatchRegistry(database.open()), createBatchRegistry(database.open())];
    const ledgers = createLedgerStore(database.open());
    const call = fc.record({
      collector: fc.nat(1),
      batches: fc.array(fc.nat(9), { minLength: 1, maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 8 }), async (calls) => {
        const runId = randomUUID();
        const batches = Array.from({ length: 10 }, (_, index) =>
          claimOf(locations[0]!.id, agentIds[0]!, { runId, sequence: index + 1 }),
        );
        const answers = await Promise.all(
          calls.map(async ({ collector, batches: chosen }) => {
            const results = await registries[collector]!.claim(
              `collector ${collector}`,
              chosen.map((n) => batches[n]!),
            );
            return results.map((result, index) => ({ batch: chosen[index]!, collector, result }));
          }),
        );
        const flat = answers.flat();
        for (const batch of new Set(flat.map((answer) => answer.batch))) {
          const of = flat.filter((answer) => answer.batch === batch);
          const claimed = of.filter((answer) => answer.result === 'claimed');
          t.is(claimed.length, 1);
          for (const { collector, result } of of.filter((answer) => answer !== claimed[0])) {
            t.is(result, collector === claimed[0]!.collector ? 'mine' : 'elsewhere');
          }
        }
        const [ledger] = await ledgers.runs(agentIds, 1);
        t.is(ledger?.runId, runId);
        t.is(ledger?.batches, new Set(flat.map((answer) => answer.batch)).size);
        t.is(ledger?.rows, ledger!.batches * 10);
      }),
      { numRuns: 40 },
    );
  },
  'what is not stored is unfinished, for the collector that claimed it': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { locations, agentIds } = await someAccount(postgres);
    const registry = createBatchRegistry(postgres);
    const claims = [1, 2, 3].map((sequence) =>
      claimOf(locations[0]!.id, agentIds[0]!, { runId: randomUUID(), sequence }),
    );
    const ids = claims.map((claim) => claim.batchId);
    await registry.claim('a', claims);
    t.deepEqual(await registry.unfinished('a', [...ids, randomUUID()]), new Set(ids));
    t.deepEqual(await registry.unfinished('b', ids), new Set());
    t.deepEqual(await registry.unfinished('a', []), new Set());
    await registry.markStored(ids.slice(0, 2));
    await registry.markStored([]);
    t.deepEqual(await registry.unfinished('a', ids), new Set(ids.slice(2)));
  },
  'what is opened again is unfinished, whether it was stored, forgotten or neither': async (
    t,
    connection,
  ) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { locations, agentIds } = await someAccount(postgres);
    const registry = createBatchRegistry(postgres);
    const locationId = locations[0]!.id;
    const agentId = agentIds[0]!;
    const [stored, waiting, forgotten, others] = [1, 2, 3, 4].map((sequence) =>
      claimOf(locationId, agentId, { runId: randomUUID(), sequence }),
    ) as [BatchClaim, BatchClaim, BatchClaim, BatchClaim];
    await registry.claim('a', [stored, waiting]);
    await registry.claim('b', [others]);
    await registry.markStored([stored.batchId, others.batchId]);
    const ids = [stored, waiting, forgotten, others].map(({ batchId }) => batchId);
    const known = await registry.find(ids);
    t.deepEqual([...known.keys()].sort(), [stored, waiting, others].map(({ batchId }) => batchId).sort());
    t.like(known.get(stored.batchId), {
      collectorId: 'a',
      locationId,
      agentId,
      rows: stored.rows,
      isStored: true,
      locationName: 'place 0',
      agentHost: 'here',
    });
    t.false(known.get(waiting.batchId)?.isStored);
    t.deepEqual(await registry.find([]), new Map());

    const ours = [stored, waiting, forgotten].map(({ batchId }) => batchId).sort();
    const sorted = (found: Set<string>) => [...found].sort();
    t.deepEqual(sorted(await registry.reopen('a', [stored, waiting, forgotten, others])), ours);
    t.deepEqual(await registry.reopen('a', []), new Set());
    t.deepEqual(sorted(await registry.unfinished('a', ids)), ours);
    t.deepEqual(await registry.unfinished('b', ids), new Set());
    t.deepEqual(await registry.claim('a', [forgotten]), ['mine']);
    // A batch of a location and an agent that are gone is still told of.
    const stray = { ...claimOf(9_999, 9_999, null), rows: 3 };
    await registry.reopen('a', [stray]);
    t.like((await registry.find([stray.batchId])).get(stray.batchId), {
      locationName: null,
      agentHost: null,
      rows: 3,
    });
  },
  'only what is stored and old is forgotten': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { locations, agentIds } = await someAccount(postgres);
    const registry = createBatchRegistry(postgres);
    const claims = [1, 2].map(() => claimOf(locations[0]!.id, agentIds[0]!, null));
    await registry.claim('a', claims);
    await registry.markStored([claims[0]!.batchId]);
    t.is(await registry.forgetBefore(new Date(Date.now() - 60_000)), 0);
    t.is(await registry.forgetBefore(new Date(Date.now() + 60_000)), 1);
    t.deepEqual(await registry.claim('b', claims), ['claimed', 'elsewhere']);
  },
  'an agent is identified once, however many ask': async (t, connection) => {
    const database = await freshDatabase(t, connection);
    const { locations } = await someAccount(database.open());
    const sender = {
      locationId: locations[0]!.id,
      uuid: randomUUID(),
      software: 'x 1',
      host: hostileStrings[2]!,
    };
    const ids = await Promise.all(
      Array.from({ length: 8 }, () => createAgentStore(database.open({ max: 1 })).identify(sender)),
    );
    t.is(new Set(ids).size, 1);
    const listed = await createAgentStore(database.open()).list([locations[0]!.id]);
    t.is(listed.length, 2);
    t.is(listed.find((agent) => agent.id === ids[0])?.metadata, null);
  },
  "an agent says what its newest run's last batch said": async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { locations, agentIds } = await someAccount(postgres);
    const locationId = locations[0]!.id;
    const registry = createBatchRegistry(postgres);
    const send = (runId: string, sequence: number, software: string) =>
      registry.claim('a', [
        claimOf(locationId, agentIds[0]!, {
          runId,
          sequence,
          metadata: metadataAt(sequence, { software, host: `host of ${software}` }),
        }),
      ]);
    const says = async () => (await createAgentStore(postgres).list([locationId]))[0]!;
    const [old, young] = [randomUUID(), randomUUID()];
    await send(old, 5, 'old 5');
    await send(old, 4, 'old 4');
    t.is((await says()).software, 'old 5');
    await send(young, 1, 'young 1');
    await send(old, 6, 'old 6');
    const agent = await says();
    t.is(agent.software, 'young 1');
    t.is(agent.host, 'host of young 1');
    t.deepEqual(agent.metadata, metadataAt(1, { software: 'young 1', host: 'host of young 1' }));
  },
  'the ledger of a run tells what is missing': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { locations, agentIds } = await someAccount(postgres);
    const registry = createBatchRegistry(postgres);
    const ledgers = createLedgerStore(postgres);
    const runId = randomUUID();
    const of = (sequence: number) => claimOf(locations[0]!.id, agentIds[0]!, { runId, sequence });
    await registry.claim('a', [of(9), of(2), of(3)]);
    await registry.claim('b', [of(7), claimOf(locations[0]!.id, agentIds[0]!, null)]);
    const [ledger, ...others] = await ledgers.runs(agentIds, 5);
    t.is(others.length, 0);
    t.like(ledger, {
      runId,
      firstSequence: 2,
      lastSequence: 9,
      batches: 4,
      missing: 5,
      rows: 40,
      rejectedRows: 4,
    });
    t.deepEqual(ledger?.metadata, metadataAt(9));
    t.deepEqual(await ledgers.missing(agentIds[0]!, runId, 2), [
      { from: 1, to: 1 },
      { from: 4, to: 6 },
    ]);
    await registry.claim('a', [1, 4, 5, 6, 8].map(of));
    t.like((await ledgers.runs(agentIds, 1))[0], { batches: 9, missing: 0, firstSequence: 1 });
    t.deepEqual(await ledgers.missing(agentIds[0]!, runId, 2), []);
    t.deepEqual(
      await ledgers.totals(agentIds),
      new Map([[agentIds[0]!, { batches: 10, rows: 100, rejectedRows: 10 }]]),
    );
  },
  'what a run has counted is written down by the hour, once however often it is looked at': async (
    t,
    connection,
  ) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { locations, agentIds } = await someAccount(postgres);
    const registry = createBatchRegistry(postgres);
    const ledgers = createLedgerStore(postgres);
    const runId = randomUUID();
    const claim = (sequence: number) =>
      registry.claim('a', [claimOf(locations[0]!.id, agentIds[0]!, { runId, sequence })]);
    await claim(1);
    await ledgers.markHours();
    await claim(4);
    await ledgers.markHours();
    await ledgers.markHours();
    const day = 86_400_000;
    const [from, to] = [new Date(Date.now() - day), new Date(Date.now() + day)];
    const marks = await ledgers.hours(agentIds, from, to);
    // Two where an hour ended meanwhile.
    t.true(marks.length === 1 || marks.length === 2);
    t.like(marks.at(-1), { agentId: agentIds[0]!, runId, rows: 20, rejectedRows: 2, missing: 2 });
    t.deepEqual(marks.at(-1)?.ledger, metadataAt(4).ledger);
    t.is(marks.at(-1)!.hour.getTime() % 3_600_000, 0);
    await postgres.query("UPDATE agent_hours SET hour = hour - interval '3 days', rows = 5");
    await claim(2);
    await ledgers.markHours();
    const both = await ledgers.hours(agentIds, from, to);
    t.true(both.length >= 2, 'with the last one before the range');
    t.deepEqual([both.at(-2)?.rows, both.at(-1)?.rows, both.at(-1)?.missing], [5, 30, 1]);
    t.deepEqual(await ledgers.hours(agentIds, new Date(0), new Date(1)), []);
    await ledgers.forgetBefore(new Date(Date.now() - 2 * day));
    t.is((await ledgers.hours(agentIds, new Date(0), to)).length, 1);
  },
  'a sender that leaves gap after gap is counted right in bounded space': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { locations, agentIds } = await someAccount(postgres);
    const registry = createBatchRegistry(postgres);
    const ledgers = createLedgerStore(postgres);
    const runId = randomUUID();
    const sent = 4 * mostStretches;
    for (let from = 1; from <= sent; from += 100) {
      const count = Math.min(100, sent - from + 1);
      await registry.claim(
        'a',
        Array.from({ length: count }, (_, index) =>
          claimOf(locations[0]!.id, agentIds[0]!, { runId, sequence: 2 * (from + index) }),
        ),
      );
    }
    t.like((await ledgers.runs(agentIds, 1))[0], { lastSequence: 2 * sent, batches: sent, missing: sent });
    const [{ stretches } = { stretches: -1 }] = await postgres.query<{ stretches: number }>(
      'SELECT count(*) AS stretches FROM agent_runs, unnest(received)',
    );
    t.true(stretches <= mostStretches);
  },
  'runs are forgotten, save for the current one': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { locations, agentIds } = await someAccount(postgres);
    const runs = [randomUUID(), randomUUID()];
    for (const runId of runs) {
      await createBatchRegistry(postgres).claim('a', [
        claimOf(locations[0]!.id, agentIds[0]!, { runId, sequence: 1 }),
      ]);
    }
    const ledgers = createLedgerStore(postgres);
    t.is(await ledgers.forgetBefore(new Date(Date.now() + 60_000)), 1);
    t.deepEqual(
      (await ledgers.runs(agentIds, 5)).map((run) => run.runId),
      runs.slice(1),
    );
  },
  'one odd string does not fail its neighbours': async (t, connection) => {
    const postgres = (await freshDatabase(t, connection)).open();
    const { locations, agentIds } = await someAccount(postgres);
    const claims = hostileStrings.map((text, index) =>
      claimOf(locations[0]!.id, agentIds[0]!, {
        runId: randomUUID(),
        sequence: 1,
        metadata: metadataAt(index, { software: text, host: text, inputs: [text] }),
      }),
    );
    const results = await createBatchRegistry(postgres).claim("'; --", claims);
    t.deepEqual(new Set(results), new Set(['claimed']));
    t.is((await createLedgerStore(postgres).runs(agentIds, 100)).length, hostileStrings.length);
  },
};
