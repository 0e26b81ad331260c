import { MigrationError, migrate } from '../../../../../collector/storage/postgres/migrate.ts';
import { migrations } from '../../../../../collector/storage/postgres/migrations/index.ts';
import { freshSchema, type PostgresSuite } from '../../../../support/engines/postgres.ts';

const first = { id: 1, name: 'first', sql: 'CREATE TABLE one (id int); INSERT INTO one VALUES (1);' };
const second = { id: 2, name: 'second', sql: 'ALTER TABLE one ADD COLUMN more text;' };

/** The schema and its changes. */
export const migrationSuite: PostgresSuite = {
  'migrations are numbered from 1 without gaps': async (t) => {
    t.true(migrations.length > 0);
    t.deepEqual(
      migrations.map((migration) => migration.id),
      migrations.map((_migration, index) => index + 1),
    );
  },
  'all migrations apply once': async (t, connection) => {
    const postgres = (await freshSchema(t, connection)).open();
    t.deepEqual(
      await migrate(postgres, migrations),
      migrations.map((migration) => migration.name),
    );
    t.deepEqual(await migrate(postgres, migrations), []);
  },
  'collectors that start at once apply each migration once': async (t, connection) => {
    const schema = await freshSchema(t, connection);
    const applied = await Promise.all(
      Array.from({ length: 5 }, () => migrate(schema.open({ max: 1 }), [first, second])),
    );
    t.deepEqual(applied.flat().sort(), ['first', 'second']);
    t.deepEqual(await schema.open().query('SELECT id, more FROM one'), [{ id: 1, more: null }] as never);
  },
  'a later program applies what is new': async (t, connection) => {
    const postgres = (await freshSchema(t, connection)).open();
    await migrate(postgres, [first]);
    t.deepEqual(await migrate(postgres, [first, second]), ['second']);
  },
  'a database newer than the program is refused': async (t, connection) => {
    const postgres = (await freshSchema(t, connection)).open();
    await migrate(postgres, [first, second]);
    await t.throwsAsync(migrate(postgres, [first]), {
      instanceOf: MigrationError,
      message: /older than the database/,
    });
  },
  'a migration that was changed is refused': async (t, connection) => {
    const postgres = (await freshSchema(t, connection)).open();
    await migrate(postgres, [first]);
    await t.throwsAsync(migrate(postgres, [{ ...first, sql: 'SELECT 1' }]), {
      instanceOf: MigrationError,
      message: /Migration 1 \(first\)/,
    });
  },
  'a migration that fails leaves nothing behind': async (t, connection) => {
    const postgres = (await freshSchema(t, connection)).open();
    await t.throwsAsync(
      migrate(postgres, [first, { ...second, sql: 'CREATE TABLE two (id int); SELECT nonsense;' }]),
    );
    t.deepEqual(await migrate(postgres, [first, second]), ['first', 'second']);
  },
};
