import test from 'ava';
import type { TrafficStore } from '../../../../collector/ports/traffic/traffic-store.ts';
import type { ClickHouse } from '../../../../collector/storage/clickhouse/clickhouse.ts';
import { createClickHouseStores } from '../../../../collector/storage/clickhouse/stores.ts';
import { noResponseCode } from '../../../../shared/batch/row-layout.ts';
import { allModes, inEachMode } from '../../../support/engines/clickhouse-modes.ts';
import { makeRow, writeRows } from '../../../support/engines/clickhouse-rows.ts';

inEachMode(allModes, (mode, stores) => {
  let clickhouse: ClickHouse;
  let traffic: TrafficStore;

  const noon = Date.UTC(2026, 0, 15, 12);
  const scope = { locationIds: [1, 2], from: new Date(noon), to: new Date(noon + 3_600_000) };

  const shape = { bucketSeconds: 60, latencyBucketSeconds: 3_600, top: 10 };

  test.serial.before(async () => {
    clickhouse = stores().clickhouse[mode];
    traffic = createClickHouseStores(clickhouse).traffic;
    const rows = stores().rows[mode];
    const at = (seconds: number): number => (noon + seconds * 1_000) * 1_000;
    const here = [
      makeRow({ observedAt: at(0), latency: 10_000 }),
      makeRow({ observedAt: at(30), latency: 20_000, clientAddress: '2001:db8::1' }),
      makeRow({ observedAt: at(90), queryName: 'missing.example.net', responseCode: 3, latency: 30_000 }),
      makeRow({ observedAt: at(95), responseCode: 2, queryType: 28, transport: 'tcp', latency: 40_000 }),
      makeRow({ observedAt: at(200), outcome: 'unanswered', latency: 0, responseCode: noResponseCode }),
      makeRow({ observedAt: at(3_599.999_999), outcome: 'orphan', latency: 0 }),
      makeRow({ observedAt: at(3_600), queryName: 'later.example' }),
      makeRow({ observedAt: at(-0.000_001), queryName: 'earlier.example' }),
    ];
    await rows.insertFile(
      await writeRows(stores().engine.directory, here, { locationId: 1, agentId: 7 }),
      'here',
    );
    const there = [makeRow({ observedAt: at(100), latency: 50_000 })];
    await rows.insertFile(
      await writeRows(stores().engine.directory, there, { locationId: 2, agentId: 8 }),
      'there',
    );
    const elsewhere = [makeRow({ observedAt: at(100), queryName: 'secret.example' })];
    await rows.insertFile(
      await writeRows(stores().engine.directory, elsewhere, { locationId: 3, agentId: 9 }),
      'elsewhere',
    );
  });

  test(`${mode}: totals count what lies within the scope`, async (t) => {
    const { latencyMs, ...counts } = (await traffic.overview(scope, shape)).totals;
    t.deepEqual(counts, {
      queries: 7,
      answered: 5,
      unanswered: 1,
      orphans: 1,
      uniqueClients: 2,
      uniqueNames: 2,
      firstSeenAt: new Date(noon),
      lastSeenAt: new Date(noon + 3_599_999),
    });
    t.true(Math.abs(latencyMs!.p50 - 30) < 1);
    t.true(latencyMs!.p99 > 39 && latencyMs!.p99 < 51);
  });

  test(`${mode}: an answer of which nobody said how long it took is no part of latencies`, async (t) => {
    const rows = stores().rows[mode];
    const untold = [0, 1, 3_500].map((seconds) =>
      makeRow({ observedAt: (noon + seconds * 1_000) * 1_000, latency: 0 }),
    );
    await rows.insertFile(await writeRows(stores().engine.directory, untold, { locationId: 4 }), 'untold');
    const hour = { ...scope, locationIds: [4] };
    // By the hour out of the rollup, and by the rows at its ends.
    for (const from of [noon, noon + 500]) {
      const { totals, latencySeries } = await traffic.overview({ ...hour, from: new Date(from) }, shape);
      t.true(totals.answered >= 2);
      t.is(totals.latencyMs, null);
      t.true(latencySeries.every(({ latencyMs }) => latencyMs === null));
    }
    const told = [makeRow({ observedAt: (noon + 2_000) * 1_000, latency: 20_000 })];
    await rows.insertFile(await writeRows(stores().engine.directory, told, { locationId: 4 }), 'told');
    const { latencyMs } = (await traffic.overview(hour, shape)).totals;
    t.true(Math.abs(latencyMs!.p50 - 20) < 1);
  });

  test(`${mode}: totals of nothing are zero and null`, async (t) => {
    t.deepEqual((await traffic.overview({ ...scope, locationIds: [] }, shape)).totals, {
      queries: 0,
      answered: 0,
      unanswered: 0,
      orphans: 0,
      uniqueClients: 0,
      uniqueNames: 0,
      latencyMs: null,
      firstSeenAt: null,
      lastSeenAt: null,
    });
  });

  test(`${mode}: a series has every bucket, the empty ones included`, async (t) => {
    const { series: points } = await traffic.overview(scope, shape);
    t.is(points.length, 60);
    t.deepEqual(points.slice(0, 4), [
      { at: new Date(noon), queries: 2, failures: 0 },
      { at: new Date(noon + 60_000), queries: 3, failures: 1 },
      { at: new Date(noon + 120_000), queries: 0, failures: 0 },
      { at: new Date(noon + 180_000), queries: 1, failures: 1 },
    ]);
    t.is(points.at(-1)!.queries, 1);
    await t.throwsAsync(traffic.overview(scope, { ...shape, bucketSeconds: 0.01 }), { name: 'StoreError' });
  });

  test(`${mode}: lists are sorted by count`, async (t) => {
    const found = await traffic.overview(scope, shape);
    t.deepEqual(found.topNames, [
      { name: 'www.example.com', count: 6 },
      { name: 'missing.example.net', count: 1 },
    ]);
    const { topNames } = await traffic.overview(scope, { ...shape, top: 1 });
    t.deepEqual(topNames, [{ name: 'www.example.com', count: 6 }]);
    t.deepEqual(found.topClients, [
      { name: '192.0.2.1', count: 6 },
      { name: '2001:db8::1', count: 1 },
    ]);
    t.deepEqual(found.types, [
      { name: 1, count: 6 },
      { name: 28, count: 1 },
    ]);
    t.deepEqual(found.responseCodes, [
      { name: 0, count: 4 },
      { name: 2, count: 1 },
      { name: 3, count: 1 },
      { name: noResponseCode, count: 1 },
    ]);
    t.deepEqual(found.transports, [
      { name: 'udp', count: 6 },
      { name: 'tcp', count: 1 },
    ]);
    t.deepEqual(found.locations, [
      { name: 1, count: 6 },
      { name: 2, count: 1 },
    ]);
    t.deepEqual(found.agents, [
      { name: 7, count: 6 },
      { name: 8, count: 1 },
    ]);
  });

  test(`${mode}: what fails is told by response code`, async (t) => {
    const failing = (responseCode: number, name: string, domain: string) => ({
      responseCode,
      count: 1,
      uniqueNames: 1,
      topNames: [{ name, count: 1 }],
      topDomains: [{ name: domain, count: 1 }],
    });
    // By the hour out of the rollup, and by the rows at its ends.
    for (const to of [scope.to, new Date(noon + 3_000_000)])
      t.deepEqual(await traffic.topFailures({ ...scope, to }, 5), [
        failing(2, 'www.example.com', 'example.com'),
        failing(3, 'missing.example.net', 'example.net'),
        failing(noResponseCode, 'www.example.com', 'example.com'),
      ]);
    t.deepEqual(await traffic.topFailures({ ...scope, locationIds: [] }, 5), []);
  });
});
