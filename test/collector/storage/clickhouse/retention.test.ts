import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { ClickHouse } from '../../../../collector/storage/clickhouse/clickhouse.ts';
import { migrate } from '../../../../collector/storage/clickhouse/migrations/migrate.ts';
import { ClickHouseRetention } from '../../../../collector/storage/clickhouse/retention.ts';
import { ClickHouseRowStore } from '../../../../collector/storage/clickhouse/row-store.ts';
import { startTestClickHouse, type TestEngine } from '../../../support/engines/clickhouse.ts';
import { makeRow, storedBytes } from '../../../support/engines/clickhouse-rows.ts';
import { silentLog as log } from '../../../support/silent-log.ts';

let engine: TestEngine;

test.before(async () => {
  engine = await startTestClickHouse();
});

test.after.always(() => engine.dispose());

const now = new Date(Date.UTC(2026, 5, 30, 12));
const day = 86_400_000;

async function fill(database: string): Promise<ClickHouse> {
  const clickhouse = new ClickHouse({ socketPath: engine.engine.socketPath }, { database });
  await migrate({ clickhouse, log });
  const rows = new ClickHouseRowStore(clickhouse);
  const days = Array.from({ length: 40 }, (_, age) =>
    makeRow({
      observedAt: (now.getTime() - age * day) * 1_000,
      records: [{ section: 'answer', name: `day-${age}.example`, type: 1, ttl: 1, data: `10.0.0.${age}` }],
    }),
  );
  const path = join(engine.directory, database);
  await writeFile(path, Buffer.concat([storedBytes(days, 1, 1), storedBytes(days, 2, 1)]));
  await rows.insertFile(path, database);
  return clickhouse;
}

const count = async (clickhouse: ClickHouse, table: string, condition = '1'): Promise<number> =>
  (await clickhouse.query<{ c: number }>(`SELECT count() AS c FROM ${table} WHERE ${condition}`))[0]!.c;

test('rows and rollups go at their own age', async (t) => {
  const clickhouse = await fill('age');
  const retention = new ClickHouseRetention(clickhouse);
  const policy = { rowDays: 10, rollupDays: 25 };
  const { dropped } = await retention.enforce(policy, now);
  t.is(dropped.filter((name) => /^[0-9]{8}$/.test(name)).length, 29);
  t.is(await count(clickhouse, 'queries'), 2 * 11);
  const oldest = Date.UTC(2026, 5, 1);
  t.is(await count(clickhouse, 'traffic_minutes', `minute < toDateTime(${oldest / 1_000})`), 0);
  t.is(await count(clickhouse, 'traffic_minutes'), 2 * 30);
  t.deepEqual((await retention.enforce(policy, now)).dropped, []);
  await clickhouse.close();
});

test('a location may keep less than the others', async (t) => {
  const clickhouse = await fill('location');
  const policy = { rowDays: 20, rollupDays: 400, rowDaysByLocation: new Map([[2, 5]]) };
  await new ClickHouseRetention(clickhouse).enforce(policy, now);
  await until(async () => (await count(clickhouse, 'queries', 'location_id = 2')) === 6);
  t.is(await count(clickhouse, 'queries', 'location_id = 1'), 21);
  await clickhouse.close();
});

test('the oldest days go until the share of the disk is met, today never', async (t) => {
  const clickhouse = await fill('share');
  const retention = new ClickHouseRetention(clickhouse);
  const policy = { rowDays: 1_000, rollupDays: 1_000 };
  const { bytes } = await retention.enforce(policy, now);
  const less = await retention.enforce({ ...policy, maxBytes: Math.floor(bytes * 0.9) }, now);
  t.true(less.dropped.length > 0 && less.dropped.length < 39);
  t.true(less.bytes <= bytes * 0.9);
  t.deepEqual(less.dropped, less.dropped.toSorted());
  await retention.enforce({ ...policy, maxBytes: 1 }, now);
  t.is(await count(clickhouse, 'queries'), 2);
  await clickhouse.close();
});

test('facts that were not seen for long are forgotten', async (t) => {
  const clickhouse = await fill('facts');
  await new ClickHouseRetention(clickhouse).enforce({ rowDays: 10, rollupDays: 15 }, now);
  await until(async () => (await count(clickhouse, 'passive_dns')) === 2 * 16);
  t.pass();
  await clickhouse.close();
});

/** Deletions within partitions are done in the background. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50));
}
