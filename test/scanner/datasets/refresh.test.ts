import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { buildInWorker } from '../../../scanner/datasets/build/build-in-worker.ts';
import { KnownDatasets } from '../../../scanner/datasets/facts/known-datasets.ts';
import { DatasetFiles } from '../../../scanner/datasets/refresh/dataset-files.ts';
import { DatasetKeeper } from '../../../scanner/datasets/refresh/dataset-keeper.ts';
import { importDataset } from '../../../scanner/datasets/refresh/refresh-dataset.ts';
import { datasets } from '../../../scanner/datasets/sources/index.ts';
import { AddressPolicy } from '../../../scanner/network/address-policy.ts';
import { createGuardedFetch } from '../../../scanner/network/guarded-fetch.ts';
import { addressBytes } from '../../../shared/net/address.ts';
import { writeDatabase } from '../../support/datasets/write-database.ts';
import { startFeedServer } from '../../support/feeds/feed-server.ts';
import { silentLog } from '../../support/silent-log.ts';

const ris = datasets.find(({ id }) => id === 'ris-ipv4')!;
const places = datasets.find(({ id }) => id === 'dbip-city-lite')!;
const signal = new AbortController().signal;
const routes = (count: number, asn = 64_500) =>
  Array.from({ length: count }, (_, at) => `${asn}\t192.0.${at}.0/24\t300\n`).join('');

async function setUp(t: ExecutionContext, given = [ris]) {
  const directory = await mkdtemp(join(tmpdir(), 'sonde-datasets-'));
  let now = Date.UTC(2026, 10, 1);
  const clock = { now: () => now };
  const world = { answer: (response: ServerResponse): void => void response.end(gzipSync(routes(4))) };
  const server = await startFeedServer((_, response) => world.answer(response));
  t.teardown(async () => {
    await server.stop();
    await rm(directory, { recursive: true });
  });
  const files = new DatasetFiles(directory);
  const fetch = createGuardedFetch({
    policy: new AddressPolicy(['127.0.0.0/8']),
    resolver: { addresses: async () => [] },
    userAgent: 'Sonde',
  });
  const ports = {
    files,
    clock,
    fetch,
    log: silentLog,
    userAgent: 'Sonde/test',
    build: buildInWorker,
    settings: { urls: () => [`${server.url}one`, `${server.url}two`], key: () => undefined },
  };
  const open = () => {
    const known = new KnownDatasets(clock);
    return { known, keeper: new DatasetKeeper(given, given, { ...ports, known }) };
  };
  const asn = (known: KnownDatasets, address: string) => known.system(addressBytes(address))?.asn;
  return { directory, files, ports, world, server, open, asn, later: (ms: number) => (now += ms) };
}

test('a dataset is fetched, packed or not, loaded, asked for again by its tag, and there after a start', async (t) => {
  const { open, world, server, files, asn, later, directory } = await setUp(t);
  world.answer = (response) => response.setHeader('etag', '"1"').end(gzipSync(routes(4)));
  const { known, keeper } = open();
  await keeper.refresh('all', signal);
  t.is(asn(known, '192.0.3.1'), 64_500);
  t.like(await files.state('ris-ipv4'), {
    status: 'active',
    etag: '"1"',
    snapshot: { about: { entries: 4 } },
  });
  await keeper.refresh('all', signal);
  t.is(server.requests.length, 1, 'it is not due');
  world.answer = (response) => void response.writeHead(304).end();
  later(86_400_000);
  await keeper.refresh('all', signal);
  t.is(server.requests[1]!.headers['if-none-match'], '"1"');
  t.like(await files.state('ris-ipv4'), { status: 'active' });

  const again = open();
  await again.keeper.load();
  t.is(asn(again.known, '192.0.3.1'), 64_500);
  t.is((await readdir(join(directory, 'ris-ipv4'))).length, 2, 'a snapshot and the state, nothing else');
});

test('whatever a publisher answers, the old set is kept and the reason told', async (t) => {
  const { open, world, files, asn, later } = await setUp(t);
  const { known, keeper } = open();
  await keeper.refresh('all', signal);
  const packed = gzipSync(routes(8, 64_501));
  const cases: [string, RegExp, (response: ServerResponse) => void][] = [
    ['cut', /cut short or damaged/, (response) => response.end(packed.subarray(0, packed.length - 12))],
    ['a web page', /web page/, (response) => response.end('<!DOCTYPE html><p>moved</p>')],
    ['empty', /empty/, (response) => response.end('% nothing\n')],
    ['garbage', /malformed/, (response) => response.end('x\ny\nz\n64500\t192.0.2.0/24\t300\n')],
    ['shrunk', /shrank from 4 entries to 1/, (response) => response.end(routes(1, 64_501))],
    ['a fault', /status 500/, (response) => void response.writeHead(500).end()],
    [
      'broken off',
      /./,
      (response) => {
        response.write(routes(2));
        setTimeout(() => response.destroy(), 20);
      },
    ],
    [
      'too long',
      /bytes/,
      (response) => void response.writeHead(200, { 'content-length': ris.maxBytes + 1 }).destroy(),
    ],
  ];
  for (const [name, note, answer] of cases) {
    world.answer = answer;
    later(2 * 86_400_000);
    await keeper.refresh('all', signal);
    const state = await files.state('ris-ipv4');
    if (name !== 'too long') t.regex(state.note ?? '', note, name);
    t.not(state.status, 'active', name);
    t.is(asn(known, '192.0.3.1'), 64_500, name);
  }
  world.answer = (response) => response.end(packed);
  later(2 * 86_400_000);
  await keeper.refresh('all', signal);
  t.is(asn(known, '192.0.7.1'), 64_501);
});

test('two snapshots are kept, the older serves where the newer is damaged, and what a crash left goes', async (t) => {
  const { open, world, files, asn, later, directory } = await setUp(t);
  const { keeper } = open();
  for (const asn of [64_500, 64_501, 64_502]) {
    world.answer = (response) => response.end(routes(4, asn));
    await keeper.refresh('all', signal);
    later(2 * 86_400_000);
  }
  const own = join(directory, 'ris-ipv4');
  const { snapshot, previous } = await files.state('ris-ipv4');
  t.deepEqual((await readdir(own)).toSorted(), [snapshot!.file, previous!, 'state.json'].toSorted());
  const whole = await readFile(join(own, snapshot!.file));
  for (const damage of [whole.subarray(0, 100), Buffer.concat([whole.subarray(0, -1), Buffer.from([7])])]) {
    await writeFile(join(own, snapshot!.file), damage);
    const { known, keeper: other } = open();
    await other.load();
    t.is(asn(known, '192.0.2.1'), 64_501);
  }
  // As if it had been killed between any two of its steps.
  await writeFile(join(own, snapshot!.file), whole);
  for (const left of ['incoming', 'building', 'building.tmp', 'state.json.tmp'])
    await writeFile(join(own, left), 'x');
  const { known, keeper: next } = open();
  await next.load();
  t.is(asn(known, '192.0.2.1'), 64_502);
  await next.refresh('all', signal);
  t.is((await readdir(own)).filter((file) => !file.endsWith('.snap')).join(), 'state.json');
});

test('a file of the operator is imported and taken over by a collector that runs', async (t) => {
  const { open, ports, directory } = await setUp(t, [places]);
  const database = writeDatabase({
    '192.0.2.0/24': { country: { iso_code: 'DE' }, city: { names: { en: 'Berlin' } } },
  });
  const { known } = open();
  const keeper = new DatasetKeeper([places], [], { ...ports, known });
  await keeper.load();
  t.false(known.knows('place'));
  await importDataset(places, Readable.from([gzipSync(database)]), ports, signal);
  await keeper.load();
  t.like(known.find(addressBytes('192.0.2.1')).place, { country: 'DE', city: 'Berlin' });
  await t.throwsAsync(importDataset(places, Readable.from([Buffer.from('no database')]), ports, signal), {
    name: 'DocumentError',
  });
  t.is((await readdir(join(directory, places.id))).filter((file) => file.endsWith('.mmdb')).length, 1);
});

test("this month's file is asked for, and last month's where it is not there yet", async (t) => {
  t.deepEqual(
    places.urls(new Date('2026-01-02T00:00:00Z')).map((url) => url.slice(-15)),
    ['2026-01.mmdb.gz', '2025-12.mmdb.gz'],
  );
  const { open, world, server } = await setUp(t);
  world.answer = (response) => {
    if (server.requests.at(-1)!.url === '/one') response.statusCode = 404;
    response.end(gzipSync(routes(4)));
  };
  const { known, keeper } = open();
  await keeper.refresh('all', signal);
  t.true(known.knows('origin'));
  t.deepEqual(
    server.requests.map(({ url }) => url),
    ['/one', '/two'],
  );
});

test('datasets are switched and looked at while a collector runs', async (t) => {
  const { open, ports, server, world, asn, later } = await setUp(t);
  const { known } = open();
  const keeper = new DatasetKeeper([ris], [], { ...ports, known });
  const said = (enabled: boolean | null, askedAt: Date | null = null) =>
    keeper.follow(new Map([[ris.id, { enabled, askedAt }]]));
  await keeper.refresh('all', signal);
  t.is(server.requests.length, 0);
  said(true);
  t.true(keeper.isEnabled(ris.id));
  await keeper.refresh('all', signal);
  t.is(asn(known, '192.0.3.1'), 64_500);

  world.answer = (response) => void response.end(gzipSync(routes(4, 64_501)));
  later(61_000);
  const askedAt = new Date(ports.clock.now());
  said(true, askedAt);
  await Promise.all([keeper.refreshAsked(signal), keeper.refreshAsked(signal)]);
  t.is(asn(known, '192.0.3.1'), 64_501);
  await keeper.refreshAsked(signal);
  t.is(server.requests.length, 2, 'it was done');
  said(false, askedAt);
  t.is(asn(known, '192.0.3.1'), undefined);
  await keeper.load();
  t.false(known.knows('origin'));
  said(true);
  await keeper.load();
  t.true(known.knows('origin'), 'it is still on the disk');
});
