import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { only } from '../../../../collector/ports/traffic/query-search.ts';
import { ClickHouse } from '../../../../collector/storage/clickhouse/clickhouse.ts';
import { ClickHouseRetention } from '../../../../collector/storage/clickhouse/retention.ts';
import { ClickHouseRowStore } from '../../../../collector/storage/clickhouse/row-store.ts';
import { createClickHouseStores } from '../../../../collector/storage/clickhouse/stores.ts';
import { inEachMode, modes } from '../../../support/engines/clickhouse-modes.ts';
import { makeRow, storedBytes } from '../../../support/engines/clickhouse-rows.ts';

inEachMode(modes, (mode, stores) => {
  let clickhouse: ClickHouse;
  let retention: ClickHouseRetention;

  const now = new Date(Date.UTC(2026, 5, 30, 12));
  const day = 86_400_000;
  /** Days in the past that have a row of each location: of June, and two of May. */
  const ages = [0, 1, 2, 3, 4, 5, 6, 7, 35, 36];
  const forever = { rowDays: 1_000, rollupDays: 1_000 };

  test.serial.before(async () => {
    clickhouse = stores().clickhouse[mode];
    retention = new ClickHouseRetention(clickhouse);
    const days = ages.map((age) =>
      makeRow({
        observedAt: (now.getTime() - age * day) * 1_000,
        records: [{ section: 'answer', name: `day-${age}.example`, type: 1, ttl: 1, data: `10.0.0.${age}` }],
      }),
    );
    const path = join(stores().engine.directory, 'rows');
    await writeFile(path, Buffer.concat([storedBytes(days, 1, 1), storedBytes(days, 2, 1)]));
    await new ClickHouseRowStore(clickhouse).insertFile(path, 'rows');
  });

  const count = async (table: string, condition = '1'): Promise<number> =>
    (await clickhouse.query<{ c: number }>(`SELECT count() AS c FROM ${table} WHERE ${condition}`))[0]!.c;

  // One store, from which each test takes more away: every partition costs time to make.

  test.serial(`${mode}: nothing goes before its time`, async (t) => {
    t.deepEqual((await retention.enforce(forever, now)).dropped, []);
    t.is(await count('queries'), 2 * ages.length);
  });

  test.serial(`${mode}: rows may lose their details before they go`, async (t) => {
    const from = Math.floor(now.getTime() / day - 4) * day;
    const detailed = `client_port != 0 AND message_id != 0 AND notEmpty(records)`;
    const old = `observed_at < toDateTime(${from / 1_000}, 'UTC')`;
    t.is(await count('queries', detailed), 2 * ages.length, 'all rows have some');
    const policy = { ...forever, detailDays: 4 };
    const { cleared, dropped } = await retention.enforce(policy, now);
    t.deepEqual(dropped, []);
    t.deepEqual(cleared, ['20260525', '20260526', '20260623', '20260624', '20260625']);
    await until(async () => (await count('queries', `${old} AND (${detailed})`)) === 0);
    t.is(await count('queries', `NOT (${old}) AND ${detailed}`), 2 * 5, 'younger rows keep theirs');
    t.is(await count('queries', `${old} AND client_port = 0 AND message_id = 0 AND empty(records)`), 2 * 5);
    t.is(await count('queries'), 2 * ages.length);
    t.is(await count('passive_dns'), 2 * ages.length, 'facts made of the records stay');
    await until(async () => (await count('system.mutations', "NOT is_done AND table = 'queries'")) === 0);
    t.deepEqual((await retention.enforce(policy, now)).cleared, []);

    const path = join(stores().engine.directory, 'late');
    // Of the location that is forgotten next.
    const late = makeRow({ observedAt: (from - day) * 1_000 + 1, clientPort: 7 });
    await writeFile(path, storedBytes([late], 9, 1));
    await new ClickHouseRowStore(clickhouse).insertFile(path, 'late');
    t.deepEqual((await retention.enforce(policy, now)).cleared, ['20260625']);
    await until(async () => (await count('queries', 'client_port = 7')) === 0);
    t.deepEqual((await retention.enforce({ ...forever, detailDays: 1_001 }, now)).cleared, []);
  });

  test.serial(`${mode}: a location may keep less than the others`, async (t) => {
    const rowDaysByLocation = new Map([
      [2, 3],
      [3, 1],
    ]);
    await retention.enforce({ ...forever, rowDaysByLocation }, now);
    await until(async () => (await count('queries', 'location_id = 2')) === 4);
    t.is(await count('queries', 'location_id = 1'), ages.length);
    t.is(await count('traffic_minutes', 'location_id = 2'), ages.length);
  });

  test.serial(`${mode}: of a location that is to be forgotten nothing stays, in no table`, async (t) => {
    const path = join(stores().engine.directory, 'rows');
    const rows = [makeRow({ observedAt: now.getTime() * 1_000 })];
    await writeFile(path, storedBytes(rows, 9, 1));
    await new ClickHouseRowStore(clickhouse).insertFile(path, 'rows to forget');
    const tables = await clickhouse.query<{ name: string }>(
      `SELECT table AS name FROM system.columns WHERE database = currentDatabase() AND name = 'location_id'`,
    );
    const kept = async () => {
      const counts = await Promise.all(tables.map(({ name }) => count(name, 'location_id = 9')));
      return counts.filter((rows) => rows > 0).length;
    };
    t.true((await kept()) > 5, 'rollups have it too');
    const others = await count('queries', 'location_id <> 9');
    await retention.enforce({ ...forever, forgottenLocations: [9, 10] }, now);
    await until(async () => (await kept()) === 0);
    t.is(await count('queries', 'location_id <> 9'), others);
  });

  test.serial(`${mode}: facts that were not seen for long are forgotten`, async (t) => {
    t.is(await count('passive_dns'), 2 * ages.length);
    await retention.enforce({ ...forever, rollupDays: 30 }, now);
    await until(async () => (await count('passive_dns')) === 2 * (ages.length - 2));
    t.pass();
  });

  test.serial(`${mode}: rows and rollups go at their own age`, async (t) => {
    const policy = { rowDays: 6, rollupDays: 25 };
    const { dropped } = await retention.enforce(policy, now);
    t.deepEqual(
      dropped.filter((name) => /^[0-9]{8}$/.test(name)),
      ['20260525', '20260526', '20260623'],
    );
    t.is(await count('queries', 'location_id = 1'), 7);
    const june = Date.UTC(2026, 5, 1);
    t.is(await count('traffic_minutes', `minute < toDateTime(${june / 1_000})`), 0);
    t.is(await count('traffic_minutes'), 2 * 8);
    const older = await clickhouse.query(
      "SELECT table FROM system.parts WHERE active AND database = currentDatabase() AND partition LIKE '202605%'",
    );
    t.deepEqual(older, []);
    t.deepEqual((await retention.enforce(policy, now)).dropped, []);
  });

  test.serial(`${mode}: no partition is too large to go`, async (t) => {
    // Servers keep partitions of more than 50 GB from being dropped; here it is one byte.
    const url = `${stores().proxy.url}?ch_max_partition_size_to_drop=1`;
    const careful = new ClickHouse({ url }, { database: clickhouse.database });
    t.teardown(() => careful.close());
    await t.throwsAsync(careful.command('ALTER TABLE queries DROP PARTITION 20260624'), { message: /max_/ });
    const { dropped } = await new ClickHouseRetention(careful).enforce({ rowDays: 5, rollupDays: 25 }, now);
    t.deepEqual(dropped, ['20260624']);
  });

  test.serial(`${mode}: the oldest days go until the share of the disk is met, today never`, async (t) => {
    const { bytes } = await retention.enforce(forever, now);
    const less = await retention.enforce({ ...forever, maxBytes: Math.floor(bytes * 0.9) }, now);
    t.true(less.dropped.length > 0 && less.dropped.length < 6, String(less.dropped));
    t.true(less.bytes <= bytes * 0.9);
    t.deepEqual(less.dropped, less.dropped.toSorted());
    await retention.enforce({ ...forever, maxBytes: 1 }, now);
    t.is(await count('queries'), 2);
  });

  test.serial(
    `${mode}: where counts and facts take more than their share the oldest month of them goes, the present one never`,
    async (t) => {
      const store = new ClickHouseRowStore(clickhouse);
      const path = join(stores().engine.directory, 'older');
      const monthsAgo = [90, 120, 200].map((age) =>
        makeRow({
          observedAt: (now.getTime() - age * day) * 1_000,
          queryName: `old-${age}.example`,
          records: [
            { section: 'answer', name: `old-${age}.example`, type: 1, ttl: 1, data: `10.0.1.${age}` },
          ],
        }),
      );
      await writeFile(path, storedBytes(monthsAgo, 1, 1));
      await store.insertFile(path, 'older');
      const months = async (): Promise<number[]> =>
        (
          await clickhouse.query<{ month: number }>(
            'SELECT DISTINCT toYYYYMM(minute) AS month FROM traffic_minutes ORDER BY month',
          )
        ).map(({ month }) => month);
      t.deepEqual(await months(), [202512, 202603, 202604, 202606]);
      const enough = { ...forever, maxRollupBytes: 1e9 };
      t.deepEqual((await retention.enforce(enough, now)).dropped, []);
      const rows = await count('queries');
      await retention.enforce({ ...forever, maxRollupBytes: 1 }, now);
      t.deepEqual(await months(), [202603, 202604, 202606]);
      await until(async () => (await count('passive_dns', "name LIKE 'old-%'")) === 2);
      for (let again = 0; again < 3; again++) await retention.enforce({ ...forever, maxRollupBytes: 1 }, now);
      t.deepEqual(await months(), [202606]);
      t.is(await count('queries'), rows);
      await until(async () => (await count('domains', "domain LIKE 'old-%'")) === 0);
    },
  );

  // What was made of these rows has gone, by its share of the disk.
  test.serial(`${mode}: rows that are kept longer than their counts are found all the same`, async (t) => {
    await retention.enforce({ ...forever, rollupDays: 1 }, now);
    await noneUnderWay();
    const search = createClickHouseStores(clickhouse).querySearch;
    const all = { locationIds: [1], from: new Date(now.getTime() - 220 * day), to: now };
    for (const filter of [
      { names: only('old-120.example') },
      { suffixes: only('old-200.example') },
      { suffixes: only('old-90.example'), clients: only('192.0.2.1') },
    ]) {
      const { queries } = await search.search({ ...all, ...filter }, { limit: 10 });
      t.is(queries.length, 1, JSON.stringify(filter));
    }
    const ofClient = await search.search({ ...all, clients: only('192.0.2.1') }, { limit: 10 });
    t.is(ofClient.queries.length, 3);
    // Once the rows go, so does what tells where they are.
    await retention.enforce({ rowDays: 100, rollupDays: 1 }, now);
    await until(async () => (await count('name_days', "name LIKE 'old-%'")) === 1);
    t.is(await count('client_days', "location_id = 1 AND day < toDate('2026-03-01')"), 0);
  });

  /** Every deletion that was begun is done. */
  async function noneUnderWay(): Promise<void> {
    await until(
      async () => (await count('system.mutations', 'database = currentDatabase() AND NOT is_done')) === 0,
    );
  }

  /** Deletions within partitions are done in the background. */
  async function until(condition: () => Promise<boolean>): Promise<void> {
    while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50));
  }
});
