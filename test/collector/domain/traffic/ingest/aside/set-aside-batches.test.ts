import { readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { storedPrefixBytes } from '../../../../../../collector/domain/traffic/ingest/stored-rows.ts';
import { IngestBusyError } from '../../../../../../collector/ports/ingest/ingest.ts';
import type { AsideOutcome } from '../../../../../../collector/ports/ingest/set-aside.ts';
import { StoreError } from '../../../../../../collector/ports/system/store-error.ts';
import { ClickHouseRowStore } from '../../../../../../collector/storage/clickhouse/row-store.ts';
import { RowScanner } from '../../../../../../shared/batch/row-scanner.ts';
import { MemoryBatchRegistry } from '../../../../../support/fakes/fleet/batch-registry.ts';
import { type AsideCollector, startAsideCollector } from '../../../../../support/ingest/aside-collector.ts';
import { type PoisonedStore, startPoisonedStore } from '../../../../../support/ingest/poisoned-store.ts';
import { binaryBatch, binaryUpload, sampleRow, senderKey } from '../../../../../support/ingest/uploads.ts';
import { temporaryDirectory } from '../../../../../support/temporary-directory.ts';
import { until } from '../../../../../support/until.ts';

let store: PoisonedStore;
let locations = 100;

test.before(async () => {
  store = await startPoisonedStore();
});
test.afterEach.always(() => store.heal());
test.after.always(() => store?.dispose());

const hour = 3_600_000;
const signal = new AbortController().signal;

interface Scene extends AsideCollector {
  readonly directory: string;
  readonly registry: MemoryBatchRegistry;
  readonly locationId: number;
  /** The name that the store refuses. */
  readonly poison: string;
  /** A batch of so many rows with names of its own, and of the poison where asked. */
  batch(rows: number, isPoisoned?: boolean): Promise<Buffer>;
  accept(bytes: Buffer): ReturnType<AsideCollector['ingest']['accept']>;
  /** Rows are there so many times, in every table, and nothing waits. */
  settle(rows: number): Promise<void>;
}

async function scene(
  t: ExecutionContext,
  given: Partial<Parameters<typeof startAsideCollector>[0]> = {},
): Promise<Scene> {
  const directory = given.directory ?? (await temporaryDirectory(t));
  const registry = given.registry ?? new MemoryBatchRegistry();
  const collector = await startAsideCollector({
    directory,
    registry,
    clickhouse: store.clickhouse,
    ...given,
  });
  t.teardown(() => collector.storer.stop());
  const locationId = locations++;
  const poison = `poison-${locationId}.example`;
  let names = 0;
  return {
    ...collector,
    directory,
    registry,
    locationId,
    poison,
    batch: (rows, isPoisoned = false) =>
      binaryBatch(
        Array.from({ length: rows }, (_, index) =>
          sampleRow({
            queryName: isPoisoned && index === 0 ? poison : `row-${names++}.example`,
            messageId: index,
          }),
        ),
      ),
    accept: (bytes) =>
      collector.ingest.accept(
        binaryUpload(bytes, { sender: { accountId: 1, locationId, secret: senderKey } }),
      ),
    settle: async (rows) => {
      await until(() => collector.spool.bytes === 0 && collector.storer.waiting === 0);
      t.deepEqual(await store.stored(locationId), { rows, counted: rows });
      t.deepEqual(
        (await Promise.all(['staged', 'kept', 'groups'].map((f) => readdir(join(directory, f))))).flat(),
        [],
      );
    },
  };
}

const results = (outcomes: readonly AsideOutcome[]): string[] => outcomes.map(({ result }) => result);
const everything = { limit: 1_000, offset: 0 };
const idsOf = async ({ aside }: Scene): Promise<string[]> =>
  (await aside.list(everything)).batches.map(({ batchId }) => batchId);

/** Sets one batch of three rows aside, which the store refused before it stored any of them. */
async function setOneAside(given: Scene): Promise<string> {
  await store.poisonRows(given.poison);
  await given.accept(await given.batch(3, true));
  await until(() => given.spool.aside === 1 && given.storer.waiting === 0);
  await store.heal();
  return (await idsOf(given))[0]!;
}

/** As an earlier version left it: no manifest, and marked as stored. */
async function makeOlder(given: Scene, batchId: string): Promise<void> {
  const folder = join(given.directory, 'aside');
  for (const name of await readdir(folder)) if (name.endsWith('.json')) await rm(join(folder, name));
  await given.registry.markStored([batchId]);
}

test.serial('what the store refused is listed, and stored once when the reason is gone', async (t) => {
  const given = await scene(t);
  await store.poisonRows(given.poison);
  const batches = [await given.batch(2), await given.batch(3, true), await given.batch(4)];
  await Promise.all(batches.map(given.accept));
  await until(() => given.spool.aside === 1 && given.storer.waiting === 0);
  await given.settle(6);
  const { batches: listed, ...rest } = await given.aside.list(everything);
  t.like(listed[0], { locationId: given.locationId, agentId: 3, rows: 3, fault: null, triedWith: [] });
  t.regex(listed[0]!.reason!, /Cannot parse string 'poison-/);
  t.true(Math.abs(listed[0]!.setAsideAt.getTime() - Date.now()) < hour);
  t.deepEqual(rest, { count: 1, bytes: listed[0]!.bytes, otherFiles: 0 });
  t.is(given.meter.gauges.get('sonde_spool_aside')?.(), 1);
  t.is(given.meter.gauges.get('sonde_spool_aside_bytes')?.(), listed[0]!.bytes);

  // While the reason is there it comes back.
  const id = listed[0]!.batchId;
  t.deepEqual(results(await given.aside.takeUp([id], signal)), ['taken_up']);
  await until(() => given.spool.aside === 1 && given.spool.bytes === 0);
  await given.settle(6);
  await store.heal();
  t.deepEqual(results(await given.aside.takeUp([id], signal)), ['taken_up']);
  await given.settle(9);
  t.deepEqual(await readdir(join(given.directory, 'aside')), []);
  t.is(given.meter.gauges.get('sonde_spool_aside')?.(), 0);
  t.is(given.meter.gauges.get('sonde_spool_aside_bytes')?.(), 0);
  t.deepEqual(results(await given.aside.takeUp([id], signal)), ['not_found']);
  t.deepEqual(await given.registry.unfinished('this collector', [id]), new Set());
});

test.serial('batches that a view refused together are kept, taken up and stored together', async (t) => {
  const given = await scene(t);
  await store.poisonCounts(given.poison);
  const batches = [await given.batch(2), await given.batch(3, true), await given.batch(4)];
  await Promise.all(batches.map(given.accept));
  await until(() => given.spool.aside === 3 && given.storer.waiting === 0);
  await store.heal();
  const ids = await idsOf(given);
  t.is(ids.length, 3);
  t.deepEqual(results(await given.aside.discard(ids.slice(0, 2))), [
    'incomplete',
    'incomplete',
    'incomplete',
  ]);
  t.deepEqual(results(await given.aside.takeUp([ids[1]!], signal)), ['taken_up', 'taken_up', 'taken_up']);
  await given.settle(9);
});

test.serial('taken up twice at once it is stored once', async (t) => {
  const given = await scene(t);
  const id = await setOneAside(given);
  const both = await Promise.all([given.aside.takeUp([id, id], signal), given.aside.takeUp([id], signal)]);
  t.deepEqual(both.map(results), [['taken_up'], ['not_found']]);
  await given.settle(3);
});

test.serial('a batch that was stored although the answer was lost is not stored again', async (t) => {
  for (const ahead of [0, 5 * hour]) {
    let lose = true;
    const rows = {
      insertFile: async (path: string, token: string) => {
        await new ClickHouseRowStore(store.clickhouse).insertFile(path, token);
        if (lose) throw new StoreError('refused', 'lost');
      },
    };
    const given = await scene(t, { rows });
    await given.accept(await given.batch(3));
    await until(() => given.spool.aside === 1);
    lose = false;
    given.clock.ahead = ahead;
    const id = (await idsOf(given))[0]!;
    // Within hours the store knows the token; later it is asked for the rows.
    t.deepEqual(results(await given.aside.takeUp([id], signal)), [
      ahead === 0 ? 'taken_up' : 'already_stored',
    ]);
    await given.settle(3);
    t.is(given.spool.aside, 0);
    t.deepEqual(await given.registry.unfinished('this collector', [id]), new Set());
  }
});

test.serial('what an older version set aside is stored once, even if the registry forgot it', async (t) => {
  for (const isForgotten of [false, true]) {
    const given = await scene(t);
    const id = await setOneAside(given);
    await makeOlder(given, id);
    if (isForgotten) given.registry.claims.delete(id);
    t.like((await given.aside.list(everything)).batches[0], { rows: isForgotten ? null : 3, fault: null });
    t.deepEqual(results(await given.aside.takeUp([id], signal)), ['taken_up']);
    await given.settle(3);
  }
});

test.serial('of rows that are stored in part nothing is stored, and the file stays', async (t) => {
  const given = await scene(t);
  const id = await setOneAside(given);
  await makeOlder(given, id);
  const path = join(given.directory, 'aside', `${id}.rows`);
  const bytes = await readFile(path);
  const scanner = new RowScanner(bytes, storedPrefixBytes);
  scanner.next();
  const part = join(given.directory, 'part');
  await writeFile(part, bytes.subarray(0, scanner.rowEnd));
  await new ClickHouseRowStore(store.clickhouse).insertFile(part, `part of ${id}`);
  t.deepEqual(results(await given.aside.takeUp([id], signal)), ['partly_stored']);
  t.deepEqual(await readFile(path), bytes);
  t.is(given.spool.aside, 1);
});

test.serial('what is damaged, too old, or not ours stays where it is, and can be discarded', async (t) => {
  const given = await scene(t);
  const id = await setOneAside(given);
  const outcome = async (): Promise<AsideOutcome> => (await given.aside.takeUp([id], signal))[0]!;

  given.retentions.set(given.locationId, 1);
  given.clock.ahead = 25 * hour;
  t.is((await outcome()).result, 'expired');
  given.clock.ahead = 0;

  const claim = given.registry.claims.get(id)!;
  given.registry.claims.set(id, { ...claim, collectorId: 'another' });
  t.is((await outcome()).result, 'elsewhere');
  given.registry.claims.set(id, claim);

  const path = join(given.directory, 'aside', `${id}.rows`);
  const bytes = await readFile(path);
  await truncate(path, bytes.length - 1);
  t.like(await outcome(), {
    result: 'damaged',
    message: `The file of batch ${id} has ${bytes.length - 1} bytes and should have ${bytes.length}.`,
  });
  const folder = join(given.directory, 'aside');
  for (const name of await readdir(folder)) if (name.endsWith('.json')) await rm(join(folder, name));
  t.regex((await outcome()).message, /^The batch ends within (?:the length of )?a .* \(at byte \d+\)\.$/);
  await writeFile(path, bytes.subarray(0, bytes.length / 2));
  t.is((await outcome()).result, 'damaged');

  t.is(given.spool.aside, 1);
  t.deepEqual(results(await given.aside.discard([id])), ['discarded']);
  t.deepEqual(await readdir(folder), []);
  t.is(given.spool.aside, 0);
  await given.settle(0);
});

test.serial(
  'a batch that comes again while it lies aside, and after it was discarded, is a duplicate',
  async (t) => {
    const given = await scene(t);
    await store.poisonRows(given.poison);
    const bytes = await given.batch(3, true);
    await given.accept(bytes);
    await until(() => given.spool.aside === 1 && given.storer.waiting === 0);
    await store.heal();
    t.true((await given.accept(bytes)).duplicate);
    const [id] = await idsOf(given);
    await given.storer.stop();

    const next = await scene(t, { directory: given.directory, registry: given.registry });
    const again = () =>
      next.ingest.accept(
        binaryUpload(bytes, { sender: { accountId: 1, locationId: given.locationId, secret: senderKey } }),
      );
    t.true((await again()).duplicate);
    t.deepEqual(results(await next.aside.discard([id!])), ['discarded']);
    t.true((await again()).duplicate);
    t.deepEqual(await store.stored(given.locationId), { rows: 0, counted: 0 });
  },
);

test.serial('nothing is taken up or accepted beyond what may lie on the disk', async (t) => {
  const given = await scene(t, { maxSpoolBytes: 1 });
  const id = await setOneAside(given);
  await t.throwsAsync(async () => given.accept(await given.batch(1)), { instanceOf: IngestBusyError });
  t.is(given.aside.trouble, 'more lies aside in the spool than may wait');
  t.deepEqual(given.aside.warnings, ['The store refused 1 batches: they lie aside in the spool.']);
  t.deepEqual(results(await given.aside.takeUp([id], signal)), ['taken_up']);
  await given.settle(3);
  t.is(given.aside.trouble, undefined);
  t.deepEqual(given.aside.warnings, []);
  await given.accept(await given.batch(1));
  await given.settle(4);
});

test.serial('wherever the process ends in the middle of a move, rows are stored once', async (t) => {
  // How far a move got: the manifest, and how many of the batches.
  for (const [manifest, moved] of [
    ['aside', 0],
    ['groups', 0],
    ['groups', 1],
    ['groups', 2],
  ] as const) {
    const given = await scene(t);
    await store.poisonCounts(given.poison);
    await Promise.all([await given.batch(2), await given.batch(3, true)].map(given.accept));
    await until(() => given.spool.aside === 2 && given.storer.waiting === 0);
    await store.heal();
    await given.storer.stop();
    const aside = join(given.directory, 'aside');
    const names = await readdir(aside);
    const list = names.find((name) => name.endsWith('.json'))!;
    if (manifest === 'groups') await rename(join(aside, list), join(given.directory, 'groups', list));
    const rows = names.filter((name) => name.endsWith('.rows')).slice(0, moved);
    for (const name of rows) await rename(join(aside, name), join(given.directory, 'kept', name));

    const next = await scene(t, { directory: given.directory, registry: given.registry });
    if (manifest === 'aside') await next.aside.takeUp(await idsOf(next), signal);
    await until(() => next.spool.bytes === 0 && next.storer.waiting === 0);
    t.deepEqual(await store.stored(given.locationId), { rows: 5, counted: 5 }, `${manifest} ${moved}`);
    t.deepEqual(await readdir(aside), []);
    await next.settle(0);
  }
});
