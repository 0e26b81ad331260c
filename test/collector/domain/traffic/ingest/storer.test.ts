import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { createIngest } from '../../../../../collector/domain/traffic/ingest/accept.ts';
import { Storer } from '../../../../../collector/domain/traffic/ingest/storer.ts';
import { LiveTail } from '../../../../../collector/domain/traffic/live/live-tail.ts';
import type { RowStore } from '../../../../../collector/ports/ingest/row-store.ts';
import { StoreError } from '../../../../../collector/ports/system/store-error.ts';
import { FileSpool } from '../../../../../collector/storage/spool/file-spool.ts';
import { MemoryBatchRegistry } from '../../../../support/fakes/fleet/batch-registry.ts';
import { noFlows } from '../../../../support/ingest/no-flows.ts';
import { roomyLimits } from '../../../../support/ingest/roomy-limits.ts';
import { binaryBatch, binaryUpload, sampleRow } from '../../../../support/ingest/uploads.ts';
import { createTestMeter } from '../../../../support/meter.ts';
import { createRecordingLog } from '../../../../support/recording-log.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';
import { until } from '../../../../support/until.ts';

/** A store that honours tokens, and fails as told: before it inserts, or after, when the answer is lost. */
class MemoryRowStore implements RowStore {
  readonly names: string[] = [];
  readonly #tokens = new Set<string>();
  #plan: ('before' | 'after')[] = [];

  fail(plan: ('before' | 'after')[]) {
    this.#plan = plan;
  }

  async insertFile(path: string, token: string) {
    const failure = this.#plan.shift();
    if (failure === 'before') throw new StoreError('unavailable', 'away');
    const content = (await readFile(path)).toString('latin1');
    if (content.includes('poison.example')) throw new StoreError('refused', 'it is poison');
    if (!this.#tokens.has(token)) this.names.push(...(content.match(/row-[0-9]+\.example/g) ?? []));
    this.#tokens.add(token);
    if (failure === 'after') throw new StoreError('unavailable', 'connection lost');
  }
}

async function startCollector(
  directory: string,
  registry: MemoryBatchRegistry,
  rows: RowStore,
  prepared?: Promise<void>,
) {
  const spool = await FileSpool.open(directory);
  const log = createRecordingLog();
  const meter = createTestMeter();
  const random = { bytes: () => Buffer.alloc(0), uuid: randomUUID };
  const tail = new LiveTail({ meter, clock: Date });
  const storer = new Storer(
    {
      spool,
      registry,
      rows,
      finder: { countStored: async () => 0 },
      threats: { record: async () => [] },
      detectors: [],
      random,
      meter,
      log,
      onThreat: () => {},
      tail,
    },
    'this collector',
  );
  const ingest = createIngest(
    {
      acceptFlows: noFlows,
      spool,
      registry,
      agents: { identify: async () => 3 },
      clock: { now: () => Date.now() },
      random,
      meter,
    },
    {
      ...roomyLimits,
      collectorId: 'this collector',
      backlog: () => storer.waiting,
      onAccepted: (batch) => storer.add(batch),
    },
  );
  await storer.start(prepared);
  return { ingest, storer, spool, log, tail };
}

const namedRows = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    sampleRow({ queryName: `row-${first + index}.example`, records: [] }),
  );

const sorted = (names: Iterable<string>) => [...names].sort();

async function leftovers(directory: string): Promise<string[]> {
  const lists = await Promise.all(
    ['staged', 'kept', 'groups'].map((folder) => readdir(`${directory}/${folder}`)),
  );
  return lists.flat();
}

test('accepted rows are stored once and the spool is empty afterwards', async (t) => {
  const directory = await temporaryDirectory(t);
  const rows = new MemoryRowStore();
  const { ingest, storer, spool } = await startCollector(directory, new MemoryBatchRegistry(), rows);
  t.teardown(() => storer.stop());
  for (let index = 0; index < 5; index++) {
    await ingest.accept(binaryUpload(await binaryBatch(namedRows(index * 3, 3))));
  }
  await until(() => rows.names.length === 15 && spool.bytes === 0);
  t.is(new Set(rows.names).size, 15);
  t.deepEqual(await leftovers(directory), []);
});

test('rows are shown to who watches once the store has them, and not before', async (t) => {
  const directory = await temporaryDirectory(t);
  const rows = new MemoryRowStore();
  rows.fail(['before']);
  const { ingest, storer, tail } = await startCollector(directory, new MemoryBatchRegistry(), rows);
  t.teardown(() => storer.stop());
  t.teardown(() => tail.stop());
  const shown: string[] = [];
  tail.subscribe({
    locationIds: [7],
    conditions: {},
    perSecond: 400,
    deliver: ({ queries }) => {
      t.true(queries.every(({ queryName }) => rows.names.includes(queryName)));
      return shown.push(...queries.map(({ queryName }) => queryName)) > 0;
    },
  });
  await Promise.all(
    [0, 3].map(async (first) => ingest.accept(binaryUpload(await binaryBatch(namedRows(first, 3))))),
  );
  await until(() => shown.length === 6);
  t.deepEqual(sorted(shown), sorted(rows.names));
  t.deepEqual(await leftovers(directory), []);
});

test('what is accepted before all is prepared waits for that, and stays where the end comes first', async (t) => {
  const directory = await temporaryDirectory(t);
  const registry = new MemoryBatchRegistry();
  const rows = new MemoryRowStore();
  const never = new Promise<void>(() => {});
  const first = await startCollector(directory, registry, rows, never);
  await first.ingest.accept(binaryUpload(await binaryBatch(namedRows(0, 3))));
  await first.storer.stop();
  t.deepEqual(rows.names, []);

  const prepared = Promise.withResolvers<void>();
  const { ingest, storer } = await startCollector(directory, registry, rows, prepared.promise);
  t.teardown(() => storer.stop());
  await ingest.accept(binaryUpload(await binaryBatch(namedRows(3, 3))));
  t.is(storer.waiting, 2);
  t.deepEqual(rows.names, []);
  prepared.resolve();
  await until(() => rows.names.length === 6);
  t.is(new Set(rows.names).size, 6);
});

test('a store that is away is waited for, and says so meanwhile', async (t) => {
  const directory = await temporaryDirectory(t);
  const rows = new MemoryRowStore();
  rows.fail(['before', 'after', 'before']);
  const { ingest, storer, log } = await startCollector(directory, new MemoryBatchRegistry(), rows);
  t.teardown(() => storer.stop());
  await ingest.accept(binaryUpload(await binaryBatch(namedRows(0, 3))));
  await until(() => storer.trouble !== undefined);
  t.true(storer.lag > 0);
  await until(() => rows.names.length === 3 && storer.trouble === undefined);
  await until(() => storer.lag === 0);
  t.is(log.lines.filter((line) => line.level === 'warn').length, 1);
});

test('a batch that the store refuses is set aside with its reason and blocks no other', async (t) => {
  const directory = await temporaryDirectory(t);
  const rows = new MemoryRowStore();
  const { ingest, storer, spool } = await startCollector(directory, new MemoryBatchRegistry(), rows);
  t.teardown(() => storer.stop());
  await Promise.all([
    ingest.accept(binaryUpload(await binaryBatch(namedRows(0, 2)))),
    ingest.accept(binaryUpload(await binaryBatch([sampleRow({ queryName: 'poison.example' })]))),
    ingest.accept(binaryUpload(await binaryBatch(namedRows(2, 2)))),
  ]);
  await until(() => rows.names.length === 4 && spool.bytes === 0);
  await until(() => storer.lag === 0);
  const aside = await readdir(`${directory}/aside`);
  t.deepEqual(aside.map((name) => name.slice(name.indexOf('.'))).sort(), ['.json', '.rows', '.txt']);
  t.is(
    await readFile(`${directory}/aside/${aside.find((name) => name.endsWith('.txt'))}`, 'utf8'),
    'it is poison\n',
  );
  t.deepEqual(await leftovers(directory), []);
});

test('a group that fails for ever does not keep the others out', async (t) => {
  const directory = await temporaryDirectory(t);
  const rows = new MemoryRowStore();
  const stubborn: RowStore = {
    insertFile: async (path, token) => {
      if ((await readFile(path, 'latin1')).includes('stubborn.example'))
        throw new StoreError('unavailable', 'no');
      await rows.insertFile(path, token);
    },
  };
  const { ingest, storer, spool } = await startCollector(directory, new MemoryBatchRegistry(), stubborn);
  t.teardown(() => storer.stop());
  await ingest.accept(binaryUpload(await binaryBatch([sampleRow({ queryName: 'stubborn.example' })])));
  await until(() => storer.trouble !== undefined);
  await ingest.accept(binaryUpload(await binaryBatch(namedRows(0, 3))));
  await until(() => rows.names.length === 3);
  t.true(spool.bytes > 0);
});

/** One life of a collector: some uploads, sent again now and then, the store failing, and an end without warning. */
const life = fc.record({
  uploads: fc.array(fc.record({ rows: fc.integer({ min: 1, max: 4 }), twice: fc.boolean() }), {
    maxLength: 6,
  }),
  failures: fc.array(fc.constantFrom('before' as const, 'after' as const), { maxLength: 3 }),
  waitMilliseconds: fc.integer({ min: 0, max: 700 }),
});

test('whatever fails and whenever it ends, acknowledged rows are stored exactly once', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 3 }), async (lives) => {
      await liveThrough(t, lives);
    }),
    { numRuns: 8, endOnFailure: true },
  );
});

async function liveThrough(
  t: ExecutionContext,
  lives: readonly {
    uploads: { rows: number; twice: boolean }[];
    failures: ('before' | 'after')[];
    waitMilliseconds: number;
  }[],
) {
  const directory = await temporaryDirectory(t);
  const registry = new MemoryBatchRegistry();
  const rows = new MemoryRowStore();
  const expected = new Set<string>();
  for (const { uploads, failures, waitMilliseconds } of lives) {
    rows.fail([...failures]);
    const { ingest, storer } = await startCollector(directory, registry, rows);
    for (const { rows: count, twice } of uploads) {
      const sent = namedRows(expected.size, count);
      const bytes = await binaryBatch(sent);
      await Promise.all([
        ingest.accept(binaryUpload(bytes)),
        ...(twice ? [ingest.accept(binaryUpload(bytes))] : []),
      ]);
      for (const row of sent) expected.add(row.queryName);
    }
    await new Promise((resolve) => setTimeout(resolve, waitMilliseconds));
    await storer.stop();
  }
  rows.fail([]);
  const { storer, spool } = await startCollector(directory, registry, rows);
  await until(() => rows.names.length >= expected.size && spool.bytes === 0);
  await storer.stop();
  t.deepEqual(sorted(rows.names), sorted(expected));
  t.deepEqual(await leftovers(directory), []);
}
