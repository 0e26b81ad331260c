import test from 'ava';
import { ClickHouse } from '../../../../collector/storage/clickhouse/clickhouse.ts';
import { migrations } from '../../../../collector/storage/clickhouse/migrations/all.ts';
import { migrate } from '../../../../collector/storage/clickhouse/migrations/migrate.ts';
import { startTestClickHouse, type TestEngine } from '../../../support/engines/clickhouse.ts';
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
