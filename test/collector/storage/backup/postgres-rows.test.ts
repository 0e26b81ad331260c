import type { ExecutionContext } from 'ava';
import type { PoolConfig } from 'pg';
import {
  beginSnapshot,
  type DumpedRows,
  describePostgres,
  dumpTable,
} from '../../../../collector/storage/backup/dump-postgres.ts';
import { checkMigrations, loadPostgres } from '../../../../collector/storage/backup/load-postgres.ts';
import type { Postgres } from '../../../../collector/storage/postgres/pool.ts';
import { BackupError } from '../../../../shared/backup/backup-error.ts';
import type { About } from '../../../../shared/backup/backup-schema.ts';
import { freshDatabase, freshSchema, onEveryPostgres } from '../../../support/engines/postgres.ts';
import { someAccount } from '../../../support/engines/postgres-samples.ts';

interface Dump {
  readonly about: About['postgres'];
  readonly files: readonly DumpedRows[];
}

function dump(postgres: Postgres): Promise<Dump> {
  return postgres.transaction(async (transaction) => {
    await beginSnapshot(transaction);
    const about = await describePostgres(transaction);
    const files: DumpedRows[] = [];
    for (const { name } of about.tables)
      for await (const file of dumpTable(transaction, name)) files.push(file);
    return { about, files };
  });
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

const keysAndTriggers = `SELECT conname AS name, pg_get_constraintdef(oid) AS what FROM pg_constraint
  WHERE connamespace = current_schema()::regnamespace
  UNION ALL SELECT tgname, tgenabled::text FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
  WHERE relnamespace = current_schema()::regnamespace AND NOT tgisinternal ORDER BY 1, 2`;

const threat = `INSERT INTO threats (location_id, type, subject, severity, client_address, query_name, source, message,
    count, first_seen_at, last_seen_at, opened_by, evidence)
  SELECT $1, 'tunnel', $2 || n, 'high', '', E'two\\nlines "," \\\\', '', '', 1, '-infinity', now(), gen_random_uuid(), $3::jsonb
  FROM generate_series(1, $4::int) AS n`;

async function restoresExactly(t: ExecutionContext, connection: PoolConfig): Promise<void> {
  const from = (await freshDatabase(t, connection)).open();
  const { locations } = await someAccount(from, 2);
  const odd = [null, 'null', '"a\\nb\\t\\"c\\" \\\\ ü \\u2028 (1,)"', '[]', '{"a": null, "b": [1e400, ""]}'];
  for (const [index, evidence] of odd.entries())
    await from.query(threat, [locations[0]!.id, `odd ${index}`, evidence, 1]);
  await from.query(threat, [locations[0]!.id, 'many ', null, 1_200]);
  const first = await dump(from);
  t.true(first.about.tables.length > 50);

  const to = (await freshSchema(t, connection)).open();
  const rows = await loadPostgres(to, first.about, () => each(first.files));
  t.is(rows.get('threats'), 1_200 + odd.length);
  const second = await dump(to);
  t.deepEqual(second.about, first.about);
  t.deepEqual(second.files, first.files, 'every value is as it was');
  t.deepEqual(await to.query(keysAndTriggers), await from.query(keysAndTriggers));
  const next = async (postgres: Postgres) => (await someAccount(postgres)).accountId;
  t.is(await next(to), await next(from), 'ids go on where they were');
  await t.throwsAsync(
    loadPostgres(to, first.about, () => each(first.files)),
    { instanceOf: BackupError, message: /already has tables/ },
  );
}

async function takesAllOrNothing(t: ExecutionContext, connection: PoolConfig): Promise<void> {
  const from = (await freshDatabase(t, connection)).open();
  await someAccount(from);
  const { about, files } = await dump(from);
  const to = (await freshSchema(t, connection)).open();
  const without = files.filter(({ table }) => table !== 'accounts');
  await t.throwsAsync(
    loadPostgres(to, about, () => each(without)),
    { message: /foreign key/ },
  );
  t.deepEqual(await to.query('SELECT id FROM locations'), []);
  const other = { ...about, tables: about.tables.slice(1) };
  const third = (await freshSchema(t, connection)).open();
  await t.throwsAsync(
    loadPostgres(third, other, () => each(files)),
    { message: /do not match its schema/ },
  );

  const sonde = '9.0.0';
  const newer = { ...about, migrations: [...about.migrations, { name: 'more', checksum: 'x' }] };
  t.throws(() => checkMigrations({ sonde, postgres: newer } as About), {
    message: /by Sonde 9\.0\.0.*newer one/,
  });
  const [applied] = about.migrations;
  const altered = { ...about, migrations: [{ ...applied!, checksum: 'x' }] };
  t.throws(() => checkMigrations({ sonde, postgres: altered } as About), { message: /development version/ });
}

onEveryPostgres({
  'backup of PostgreSQL': {
    'rows come back exactly, with keys, triggers and sequences': restoresExactly,
    'what does not fit is refused, and leaves nothing': takesAllOrNothing,
  },
});
