import { setTimeout as delay } from 'node:timers/promises';
import { noResponseCode } from '@sonde/shared/batch/row-layout.ts';
import test from 'ava';
import { ClickHouse } from '../../../../collector/storage/clickhouse/clickhouse.ts';
import { migrations } from '../../../../collector/storage/clickhouse/migrations/all.ts';
import { migrate } from '../../../../collector/storage/clickhouse/migrations/migrate.ts';
import { oneMachine, type Topology } from '../../../../collector/storage/clickhouse/migrations/topology.ts';
import { ClickHouseRowStore } from '../../../../collector/storage/clickhouse/row-store.ts';
import { createClickHouseStores } from '../../../../collector/storage/clickhouse/stores.ts';
import type { Row } from '../../../../shared/batch/row.ts';
import { startTestClickHouse, type TestEngine } from '../../../support/engines/clickhouse.ts';
import { insertFormer, makeRow, writeRows } from '../../../support/engines/clickhouse-rows.ts';
import { silentLog as log } from '../../../support/silent-log.ts';

let engine: TestEngine;

test.before(async () => {
  engine = await startTestClickHouse();
});

test.after.always(() => engine.dispose());

const open = (database: string): ClickHouse =>
  new ClickHouse({ socketPath: engine.engine.socketPath }, { database });

test('migrations are numbered from one without a gap', (t) => {
  t.true(migrations.length > 0);
  t.deepEqual(
    migrations.map(({ number }) => number),
    migrations.map((_, index) => index + 1),
  );
});

// In one database one after the other, since to make all tables takes its time.

test.serial('several collectors may migrate at once', async (t) => {
  const clickhouses = [1, 2, 3].map(() => open('together'));
  await Promise.all(clickhouses.map((clickhouse) => migrate({ clickhouse, log })));
  await t.notThrowsAsync(migrate({ clickhouse: clickhouses[0]!, log }));
  for (const clickhouse of clickhouses) await clickhouse.close();
});

test.serial('what is up to date is left alone, whichever servers of its cluster are away', async (t) => {
  const clickhouse = open('together');
  let works = 0;
  const alone = (work: () => Promise<void>): Promise<void> => {
    works++;
    return work();
  };
  // The embedded engine knows no other server: anything that goes to the cluster fails here.
  await t.notThrowsAsync(migrate({ clickhouse, log, cluster: 'sonde', alone }));
  t.is(works, 0);
  const one = { number: migrations.length + 1, name: 'one more', statements: () => ['SELECT 1'] };
  await t.throwsAsync(
    migrate({ clickhouse, log, cluster: 'sonde', alone, migrations: [...migrations, one] }),
  );
  t.is(works, 1);
  await clickhouse.close();
});

test.serial('a long statement is waited for by who has the patience', async (t) => {
  const hasty = new ClickHouse(
    { socketPath: engine.engine.socketPath },
    { database: 'patient', requestMilliseconds: 2_000 },
  );
  const patient = open('patient');
  const slow = [{ number: 1, name: 'slow', statements: () => ['SELECT sleep(3)'] }];
  await t.throwsAsync(migrate({ clickhouse: hasty, log, migrations: slow }));
  await t.notThrowsAsync(migrate({ clickhouse: hasty, patient, log, migrations: slow }));
  for (const clickhouse of [hasty, patient]) await clickhouse.close();
});

const tables =
  "SELECT name, replaceAll(create_table_query, currentDatabase(), '') AS ddl FROM system.tables WHERE database = currentDatabase() ORDER BY name";

test.serial('migrating again changes nothing, and each migration may be cut off and repeated', async (t) => {
  const clickhouse = open('together');
  const before = await clickhouse.query(tables);
  t.true(before.length > migrations.length);
  await migrate({ clickhouse, log });
  t.deepEqual(await clickhouse.query(tables), before);
  await clickhouse.close();
  const again = open('repeated');
  const repeated = migrations.map((migration) => ({
    ...migration,
    statements: (topology: Topology) => [0, 1].flatMap(() => migration.statements(topology)),
  }));
  await migrate({ clickhouse: again, log, migrations: repeated });
  t.deepEqual(await again.query(tables), before);
  await again.close();
});

test.serial('facts that lie for a day become one part', async (t) => {
  const clickhouse = open('together');
  const tables = ['passive_dns', 'passive_dns_by_data', 'name_days', 'domains'];
  const store = new ClickHouseRowStore(clickhouse);
  const countParts = async (): Promise<number> => {
    const [found] = await clickhouse.query<{ parts: number }>(
      `SELECT max(parts) AS parts FROM (SELECT count() AS parts FROM system.parts
         WHERE active AND database = currentDatabase() AND table IN {tables:Array(String)} GROUP BY table)`,
      { tables },
    );
    return found!.parts;
  };
  for (const token of ['one', 'two', 'three']) {
    const path = await writeRows(engine.directory, [makeRow({})], { locationId: 1, agentId: 7 });
    await store.insertFile(path, token);
  }
  t.is(await countParts(), 3);
  for (const table of tables) {
    const [{ statement }] = (await clickhouse.query(`SHOW CREATE TABLE ${table}`)) as [{ statement: string }];
    t.regex(statement, /min_age_to_force_merge_seconds = 86400\b/);
    // A test has no day.
    await clickhouse.command(`ALTER TABLE ${table} MODIFY SETTING min_age_to_force_merge_seconds = 1`);
  }
  for (let tries = 0; tries < 300 && (await countParts()) > 1; tries++) await delay(100);
  t.is(await countParts(), 1);
  for (const table of tables)
    await clickhouse.command(`ALTER TABLE ${table} MODIFY SETTING min_age_to_force_merge_seconds = 86400`);
  await clickhouse.close();
});

test.serial('what was counted by older tables is found in those that replace them, once', async (t) => {
  const clickhouse = open('older');
  await migrate({ clickhouse, log, migrations: migrations.slice(0, 6) });
  const hour = Date.UTC(2026, 0, 31, 23);
  const insert = async (token: string, isFormer = true): Promise<void> => {
    const rows = [0, 1_800, 3_600, 7_200].map((seconds) =>
      makeRow({ observedAt: (hour + seconds * 1_000) * 1_000, latency: 20_000 }),
    );
    const place = { locationId: 1, agentId: 7 };
    const path = await writeRows(engine.directory, rows, place);
    if (isFormer) await insertFormer(clickhouse, path, token);
    else await new ClickHouseRowStore(clickhouse).insertFile(path, token);
  };
  for (const token of ['first', 'second']) await insert(token);
  // Cut off before it was written down, it runs once more.
  await migrate({ clickhouse, log, migrations: migrations.slice(0, 7) });
  await clickhouse.command('ALTER TABLE migrations DELETE WHERE number = 7', {}, { mutations_sync: '1' });
  await migrate({ clickhouse, log });
  await insert('third', false);
  // So does one whose table has been counted into since.
  await clickhouse.command('ALTER TABLE migrations DELETE WHERE number >= 10', {}, { mutations_sync: '1' });
  await migrate({ clickhouse, log });
  const shape = { bucketSeconds: 3_600, latencyBucketSeconds: 600, top: 5 };
  const scope = { locationIds: [1], from: new Date(hour), to: new Date(hour + 3 * 3_600_000) };
  const found = await createClickHouseStores(clickhouse).traffic.overview(scope, shape);
  t.deepEqual(found.topNames, [{ name: 'www.example.com', count: 12 }]);
  t.deepEqual(found.topClients, [{ name: '192.0.2.1', count: 12 }]);
  t.is(found.latencySeries.filter(({ latencyMs }) => Math.abs((latencyMs?.p50 ?? 0) - 20) < 1).length, 4);
  for (const table of ['name_days', 'domains', 'domain_days', 'client_days']) {
    const [row] = await clickhouse.query<{ c: number }>(`SELECT sum(queries) AS c FROM ${table}`);
    t.is(row!.c, 12, table);
  }
  await clickhouse.close();
});

test.serial('failures of before are counted once, whatever the migration was cut off at', async (t) => {
  const clickhouse = open('failing');
  const before = migrations.slice(0, 12);
  const last = migrations[12]!;
  await migrate({ clickhouse, log, migrations: before });
  const hour = Date.UTC(2026, 0, 31, 22);
  const insert = async (token: string): Promise<void> => {
    const changes: Partial<Row>[] = [
      {},
      { responseCode: 3, queryName: 'nowhere.example' },
      { responseCode: 3, observedAt: (hour + 5_400_000) * 1_000, queryName: 'nowhere.example' },
      { responseCode: 2 },
      { responseCode: noResponseCode, nameService: 'mdns', queryName: 'printer.local' },
      { responseCode: 3, observedAt: Date.UTC(2025, 11, 5) * 1_000, queryName: 'nowhere.example' },
    ];
    const rows = changes.map((change) => makeRow({ observedAt: hour * 1_000, ...change }));
    await insertFormer(clickhouse, await writeRows(engine.directory, rows), token);
  };
  for (const token of ['first', 'second']) await insert(token);
  const traffic = createClickHouseStores(clickhouse).traffic;
  const scope = { locationIds: [1], from: new Date(hour), to: new Date(hour + 2 * 3_600_000) };
  const check = async (times: number): Promise<void> => {
    const found = await traffic.topFailures(scope, 5);
    t.deepEqual(
      found.map(({ responseCode, topNames }) => ({ responseCode, topNames })),
      [
        { responseCode: 3, topNames: [{ name: 'nowhere.example', count: 2 * times }] },
        { responseCode: 2, topNames: [{ name: 'www.example.com', count: times }] },
      ],
    );
    const shape = { bucketSeconds: 3_600, latencyBucketSeconds: 3_600, top: 5 };
    const { topNames } = await traffic.overview(scope, shape);
    t.is(
      topNames.reduce((sum, { count }) => sum + count, 0),
      5 * times,
    );
  };
  await clickhouse.command('ALTER TABLE hour_names DROP PARTITION 202512');
  for (const cut of [1, 0]) {
    const statements = last.statements(oneMachine);
    await migrate({
      clickhouse,
      log,
      migrations: [...before, { ...last, statements: () => statements.slice(0, statements.length - cut) }],
    });
    await check(2);
    await clickhouse.command('ALTER TABLE migrations DELETE WHERE number = 13', {}, { mutations_sync: '1' });
  }
  await insert('third');
  await migrate({ clickhouse, log });
  await check(3);
  await clickhouse.command('OPTIMIZE TABLE hour_names FINAL');
  await check(3);
  const months =
    'SELECT DISTINCT toYYYYMM(hour) AS month, earlier > 0 AS old FROM hour_names ORDER BY month, old';
  t.deepEqual(await clickhouse.query(months), [
    { month: 202512, old: 0 },
    { month: 202601, old: 0 },
    { month: 202601, old: 1 },
  ]);
  await clickhouse.close();
});

test.serial('a database that differs from what its record says is refused', async (t) => {
  const clickhouse = open('together');
  const altered = migrations.map((migration) =>
    migration.number === 1 ? { ...migration, statements: () => ['SELECT 2'] } : migration,
  );
  await t.throwsAsync(migrate({ clickhouse, log, migrations: altered }), {
    name: 'MigrationError',
    message: /differs/,
  });
  await clickhouse.close();
});

test.serial('a database of a newer program is refused', async (t) => {
  const clickhouse = open('together');
  const future = { number: migrations.length + 1, name: 'future', statements: () => ['SELECT 1'] };
  await migrate({ clickhouse, log, migrations: [...migrations, future] });
  await t.throwsAsync(migrate({ clickhouse, log }), { name: 'MigrationError', message: /newer version/ });
  await clickhouse.close();
});

test('names that would need quoting are refused', async (t) => {
  const clickhouse = open('a`b');
  await t.throwsAsync(migrate({ clickhouse, log }), { name: 'MigrationError' });
  await clickhouse.close();
});
