import test from 'ava';
import { ClickHouse } from '../../../../collector/storage/clickhouse/clickhouse.ts';
import { migrations } from '../../../../collector/storage/clickhouse/migrations/all.ts';
import { migrate } from '../../../../collector/storage/clickhouse/migrations/migrate.ts';
import { ClickHouseRowStore } from '../../../../collector/storage/clickhouse/row-store.ts';
import { ClickHouseTrafficStore } from '../../../../collector/storage/clickhouse/traffic-store.ts';
import { startTestClickHouse, type TestEngine } from '../../../support/engines/clickhouse.ts';
import { makeRow, writeRows } from '../../../support/engines/clickhouse-rows.ts';
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

test.serial('migrating again changes nothing, and a half-applied migration is completed', async (t) => {
  const clickhouse = open('together');
  const tables = 'SELECT name, create_table_query FROM system.tables WHERE database = currentDatabase()';
  const before = await clickhouse.query(tables);
  t.true(before.length > migrations.length);
  await migrate({ clickhouse, log });
  t.deepEqual(await clickhouse.query(tables), before);
  await clickhouse.command('TRUNCATE TABLE migrations');
  await migrate({ clickhouse, log });
  const [row] = await clickhouse.query<{ c: number }>('SELECT count() AS c FROM migrations');
  t.is(row!.c, migrations.length);
  await clickhouse.close();
});

test.serial('what was counted by older tables is found in those that replace them, once', async (t) => {
  const clickhouse = open('older');
  await migrate({ clickhouse, log, migrations: migrations.slice(0, 6) });
  const hour = Date.UTC(2026, 0, 31, 23);
  const store = new ClickHouseRowStore(clickhouse);
  const insert = async (token: string): Promise<void> => {
    const rows = [0, 1_800, 3_600, 7_200].map((seconds) =>
      makeRow({ observedAt: (hour + seconds * 1_000) * 1_000, latency: 20_000 }),
    );
    const path = await writeRows(engine.directory, rows, { locationId: 1, agentId: 7 });
    await store.insertFile(path, token);
  };
  for (const token of ['first', 'second']) await insert(token);
  // Cut off before it was written down, it runs once more.
  await migrate({ clickhouse, log, migrations: migrations.slice(0, 7) });
  await clickhouse.command('ALTER TABLE migrations DELETE WHERE number = 7', {}, { mutations_sync: '1' });
  await migrate({ clickhouse, log });
  await insert('third');
  // So does one whose table has been counted into since.
  await clickhouse.command('ALTER TABLE migrations DELETE WHERE number >= 10', {}, { mutations_sync: '1' });
  await migrate({ clickhouse, log });
  const shape = { bucketSeconds: 3_600, latencyBucketSeconds: 600, top: 5 };
  const scope = { locationIds: [1], from: new Date(hour), to: new Date(hour + 3 * 3_600_000) };
  const found = await new ClickHouseTrafficStore(clickhouse).overview(scope, shape);
  t.deepEqual(found.topNames, [{ name: 'www.example.com', count: 12 }]);
  t.deepEqual(found.topClients, [{ name: '192.0.2.1', count: 12 }]);
  t.is(found.latencySeries.filter(({ latencyMs }) => Math.abs((latencyMs?.p50 ?? 0) - 20) < 1).length, 4);
  for (const table of ['name_days', 'domains', 'domain_days', 'client_days']) {
    const [row] = await clickhouse.query<{ c: number }>(`SELECT sum(queries) AS c FROM ${table}`);
    t.is(row!.c, 12, table);
  }
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
