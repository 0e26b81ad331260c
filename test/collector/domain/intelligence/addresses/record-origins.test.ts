import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import test, { type ExecutionContext } from 'ava';
import { originsOfAddress } from '../../../../../collector/domain/intelligence/addresses/origins/origins-of-address.ts';
import { recordOrigins } from '../../../../../collector/domain/intelligence/addresses/origins/record-origins.ts';
import { buildDataset } from '../../../../../scanner/datasets/build/build-dataset.ts';
import { compareInWorker } from '../../../../../scanner/datasets/changes/compare-in-worker.ts';
import { DatasetFiles } from '../../../../../scanner/datasets/refresh/dataset-files.ts';
import { DatasetKeeper } from '../../../../../scanner/datasets/refresh/dataset-keeper.ts';
import { importDataset } from '../../../../../scanner/datasets/refresh/refresh-dataset.ts';
import { datasets } from '../../../../../scanner/datasets/sources/index.ts';
import { FetchError } from '../../../../../scanner/ports/fetch.ts';
import { FakeWorld } from '../../../../support/fakes/world.ts';
import { startTestApi } from '../../../../support/http/http.ts';
import { silentLog } from '../../../../support/silent-log.ts';

const { signal } = new AbortController();

/** A collector whose disk gets one table after the other. */
async function setUp(t: ExecutionContext, scanned: readonly string[] = []) {
  const directory = await mkdtemp(join(tmpdir(), 'sonde-origins-'));
  t.teardown(() => rm(directory, { recursive: true }));
  const world = new FakeWorld();
  let now = Date.UTC(2026, 10, 1);
  const clock = { now: () => now };
  const { originHistory, datasets: known } = world.addresses;
  const files = new DatasetFiles(directory);
  const keeperPorts = {
    ...{ known, files, clock, log: silentLog, userAgent: 'Sonde/test', build: buildDataset },
    fetch: () => Promise.reject(new FetchError('refused', 'There is no network here.')),
    settings: { urls: () => [], key: () => undefined },
  };
  const datasetKeeper = new DatasetKeeper(datasets, [], keeperPorts);
  const holders = new Map<string, string>();
  const published: { domain: string; old_value: string | null; new_value: string | null }[] = [];
  const ports = {
    ...{ datasetKeeper, originHistory, datasets: known, clock, log: silentLog },
    compareOrigins: compareInWorker,
    addressScores: { candidates: async (after: string | null) => (after === null ? [...scanned] : []) },
    leases: {
      take: async (name: string, holder: string) => {
        if (!holders.has(name)) holders.set(name, holder);
        return holders.get(name) === holder;
      },
    },
    collectorId: 'one',
    publisher: { publish: (event: { payload: unknown }) => void published.push(event.payload as never) },
  } as unknown as Parameters<typeof recordOrigins>[0];
  const take = async (id: string, text: string) => {
    now += 86_400_000;
    const dataset = datasets.find((one) => one.id === id)!;
    const state = await importDataset(dataset, Readable.from([Buffer.from(text)]), keeperPorts, signal);
    t.is(state.note, null);
    await datasetKeeper.load();
    await recordOrigins(ports, signal);
    return new Date(now);
  };
  return { world, ports, take, published, originHistory, holders };
}

const filler = Array.from({ length: 20 }, (_, at) => `64510\t5.6.${at}.0/24\t300\n`).join('');

test('the history of an address has what each table changed, and who was scanned is told of', async (t) => {
  const { world, ports, take, published } = await setUp(t, ['1.2.3.4', '5.6.1.1', '2a00::1']);
  const first = await take('ris-ipv4', `${filler}64500\t1.2.0.0/16\t300\n`);
  t.deepEqual(published, []);
  // Somebody announces a narrower prefix, which is how an address is taken over.
  const second = await take('ris-ipv4', `${filler}64500\t1.2.0.0/16\t300\n64666\t1.2.3.0/24\t300\n`);
  const third = await take('ris-ipv4', `${filler}64501\t1.2.0.0/16\t300\n64500\t1.2.0.0/16\t300\n`);
  // The same table once more says nothing new.
  await recordOrigins(ports, signal);
  t.deepEqual(
    published.map(({ domain, old_value, new_value }) => [domain, old_value, new_value]),
    [
      ['1.2.3.4', 'AS64500', 'AS64666'],
      ['1.2.3.4', 'AS64666', 'AS64500 AS64501'],
    ],
  );
  const api = await startTestApi(t, { world });
  const { body } = await api.get('/api/ip/1.2.3.4/history');
  t.deepEqual(body.origin_history, {
    known_since: first.toISOString(),
    compared_at: third.toISOString(),
    changes: [
      ...[
        { prefix: '1.2.3.0/24', old_origins: [64_666], new_origins: [] },
        { prefix: '1.2.0.0/16', old_origins: [64_500], new_origins: [64_500, 64_501] },
      ].map((change) => ({ seen_at: third.toISOString(), ...change, source: 'ris-ipv4' })),
      {
        ...{ seen_at: second.toISOString(), prefix: '1.2.3.0/24' },
        ...{ old_origins: [], new_origins: [64_666], source: 'ris-ipv4' },
      },
    ],
  });
  t.like((await api.get('/api/ip/1.2.9.9/bgp')).body, {
    bgp: { prefix: '1.2.0.0/16', origin_since: third.toISOString() },
    origin_history: { changes: { 0: { prefix: '1.2.0.0/16' } } },
  });
  t.like((await api.get('/api/ip/5.6.1.1/bgp')).body, {
    bgp: { origin_since: null },
    origin_history: { known_since: first.toISOString(), changes: [] },
  });
});

test('the history of IPv6 and of an own table is kept apart, and collectors that see the same tell it once', async (t) => {
  const { ports, take, published, originHistory } = await setUp(t, ['2a00::1', '1.2.3.4']);
  const wide = Array.from({ length: 9 }, (_, at) => `64510\t2a01:${at}::/32\t300\n`).join('');
  await take('ris-ipv6', `${wide}64500\t2a00::/32\t300\n`);
  await take('ris-ipv6', `${wide}64501\t2a00::/32\t300\n`);
  t.deepEqual(
    published.map(({ domain, new_value }) => [domain, new_value]),
    [['2a00::1', 'AS64501']],
  );
  // Another collector fetched the same an hour later.
  const [seen] = originHistory.changes;
  originHistory.changes.push({ ...seen!, seenAt: new Date(seen!.seenAt.getTime() + 3_600_000) });
  t.is((await originsOfAddress('2a00::1', 10, ports as never)).changes.length, 1);
  await take('as-table', '1.2.3.0/24 64500 Own\n');
  await take('as-table', '1.2.3.0/24 64502 Own\n');
  await take('as-table', '1.2.3.0/24 64500 Own\n');
  t.deepEqual(
    (await originsOfAddress('1.2.3.4', 10, ports as never)).changes.map(({ after }) => after),
    [[64_500], [64_502]],
  );
});

test('another collector that has the same table tells nothing, and a snapshot that is gone begins anew', async (t) => {
  const { ports, take, published, originHistory, holders } = await setUp(t, ['1.2.3.4']);
  await take('ris-ipv4', `${filler}64500\t1.2.0.0/16\t300\n`);
  const other = { take: async () => false };
  Object.assign(ports, { leases: other });
  await take('ris-ipv4', `${filler}64501\t1.2.0.0/16\t300\n`);
  t.deepEqual([published.length, originHistory.changes.length, holders.size], [0, 1, 0]);
});
