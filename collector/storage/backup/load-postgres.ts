import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { BackupError } from '@sonde/shared/backup/backup-error.ts';
import type { About } from '@sonde/shared/backup/backup-schema.ts';
import { checksum, migrate } from '../postgres/migrate.ts';
import { migrations } from '../postgres/migrations/index.ts';
import type { Postgres, Queryable } from '../postgres/pool.ts';
import { quoteIdentifier, tablesOf } from './dump-postgres.ts';

const decompress = promisify(zstdDecompress);
/** What one file of rows may unpack to: rows of a table, the last of which may be as long as PostgreSQL lets a value be. */
const mostFileBytes = 1024 * 1024 * 1024;
/** Milliseconds for one statement: an index over a large table takes long. */
const longestStep = 12 * 3_600_000;

/** Tells whether this program can bring a database to the schema of the backup. Throws a BackupError if it can't. */
export function checkMigrations({ sonde, postgres }: About): void {
  for (const [index, applied] of postgres.migrations.entries()) {
    const ours = migrations[index];
    if (ours === undefined) {
      throw new BackupError(
        `The backup was made by Sonde ${sonde}, whose database has schema ${postgres.migrations.length}, while this program knows schemas up to ${migrations.length}. Restore it with that version or a newer one.`,
      );
    }
    if (checksum(ours) !== applied.checksum) {
      throw new BackupError(
        `Schema ${index + 1} (${applied.name}) of the backup differs from the schema of this program. A development version made the backup.`,
      );
    }
  }
}

/**
 * Makes the schema of the backup in an empty database and loads the rows, all or nothing. Indexes are there before; foreign
 * keys are checked once, at the end, so that the order of tables does not matter.
 */
export async function loadPostgres(
  postgres: Postgres,
  about: About['postgres'],
  files: () => AsyncIterable<{ readonly table: string; readonly bytes: Uint8Array }>,
): Promise<Map<string, number>> {
  await refuseUnlessEmpty(postgres);
  await migrate(postgres, migrations.slice(0, about.migrations.length));
  const work = async (transaction: Queryable): Promise<Map<string, number>> => {
    await transaction.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const tables = await tablesOf(transaction);
    if (JSON.stringify(tables) !== JSON.stringify(about.tables))
      throw new BackupError('The tables of the backup do not match its schema.');
    const names = tables.map(({ name }) => quoteIdentifier(name));
    const keys = await dropForeignKeys(transaction);
    for (const name of names) await transaction.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    // What migrations put there, the backup has as well.
    if (names.length > 0) await transaction.query(`TRUNCATE ${names.join(', ')}`);
    const rows = new Map(tables.map(({ name }) => [name, 0]));
    for await (const { table, bytes } of files()) {
      if (!rows.has(table))
        throw new BackupError(`The backup contains rows of ${table}, which is not a table.`);
      rows.set(table, rows.get(table)! + (await loadRows(transaction, table, bytes)));
    }
    for (const { name, value } of about.sequences)
      await transaction.query('SELECT setval($1::regclass, $2::bigint)', [quoteIdentifier(name), value]);
    for (const name of names) await transaction.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    for (const { table, name, definition } of keys)
      await transaction.query(
        `ALTER TABLE ${quoteIdentifier(table)} ADD CONSTRAINT ${quoteIdentifier(name)} ${definition}`,
      );
    return rows;
  };
  return await postgres.transaction(work, { attempts: 1, statementTimeout: longestStep });
}

async function refuseUnlessEmpty(postgres: Queryable): Promise<void> {
  const [found] = await postgres.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' LIMIT 1",
  );
  if (found !== undefined)
    throw new BackupError(`The database already has tables (${found.name}). Restore into an empty database.`);
}

async function dropForeignKeys(
  transaction: Queryable,
): Promise<{ table: string; name: string; definition: string }[]> {
  const keys = await transaction.query<{ table: string; name: string; definition: string }>(
    `SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
     WHERE k.contype = 'f' AND c.relnamespace = current_schema()::regnamespace ORDER BY 1, 2`,
  );
  for (const { table, name } of keys)
    await transaction.query(`ALTER TABLE ${quoteIdentifier(table)} DROP CONSTRAINT ${quoteIdentifier(name)}`);
  return keys;
}

async function loadRows(transaction: Queryable, table: string, bytes: Uint8Array): Promise<number> {
  const text = (await decompress(bytes, { maxOutputLength: mostFileBytes })).toString('utf8');
  const lines = text.trimEnd().replaceAll('\n', ',');
  const name = quoteIdentifier(table);
  const [columns] = await transaction.query<{ list: string[] }>(
    `SELECT array_agg(attname::text ORDER BY attnum) AS list FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [name],
  );
  const list = columns!.list.map(quoteIdentifier);
  const [loaded] = await transaction.query<{ count: number }>(
    `WITH loaded AS (
       INSERT INTO ${name} (${list.join(', ')}) OVERRIDING SYSTEM VALUE
       SELECT ${list.map((column) => `(r.r).${column}`).join(', ')}
       FROM (SELECT line::${name} AS r FROM json_array_elements_text($1::json) AS lines (line) OFFSET 0) AS r
       RETURNING 1)
     SELECT count(*) AS count FROM loaded`,
    [`[${lines}]`],
  );
  return Number(loaded!.count);
}
