import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import type { About } from '@sonde/shared/backup/backup-schema.ts';
import type { Queryable } from '../postgres/pool.ts';

const compress = promisify(zstdCompress);

/** Rows that are asked for at once, and bytes of rows in one file. */
const rowsAtOnce = 500;
const fileBytes = 4 * 1024 * 1024;

/** Of these the restoring program makes its own. */
const leftOut = ['schema_migrations'];

export interface DumpedRows {
  readonly table: string;
  /** A JSON string a line, each a row as PostgreSQL writes one; packed by zstd. */
  readonly bytes: Uint8Array;
  readonly rows: number;
}

/** Fixes the moment that everything asked in this transaction is of, and lets it last for as long as it takes. */
export async function beginSnapshot(transaction: Queryable): Promise<void> {
  await transaction.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  await transaction.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  await transaction.query('SELECT 1 AS begun FROM schema_migrations LIMIT 1');
}

/** Describes the database at the snapshot. */
export async function describePostgres(transaction: Queryable): Promise<About['postgres']> {
  const [server] = await transaction.query<{ version: string }>(
    "SELECT current_setting('server_version') AS version",
  );
  return {
    version: server!.version,
    migrations: await transaction.query<{ name: string; checksum: string }>(
      'SELECT name, checksum FROM schema_migrations ORDER BY id',
    ),
    tables: await tablesOf(transaction),
    sequences: await transaction.query<{ name: string; value: string }>(
      `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
       WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY 1`,
    ),
  };
}

/** The tables that outlive a crash of the server, with their columns in order. */
export function tablesOf(postgres: Queryable): Promise<{ name: string; columns: string[] }[]> {
  return postgres.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
       AND NOT c.relname = ANY ($1)
     GROUP BY c.relname ORDER BY c.relname`,
    [leftOut],
  );
}

/**
 * Reads the rows of a table. Text of a whole row, as record_out writes it, is read back exactly by record_in, whatever the
 * types: JSON of the values would make a null of JSON one of SQL.
 */
export async function* dumpTable(transaction: Queryable, table: string): AsyncGenerator<DumpedRows> {
  const name = quoteIdentifier(table);
  await transaction.query(
    `DECLARE backup NO SCROLL CURSOR FOR SELECT to_json(r::text)::text AS row FROM ${name} AS r`,
  );
  let lines: string[] = [];
  let size = 0;
  for (;;) {
    const rows = await transaction.query<{ row: string }>(`FETCH ${rowsAtOnce} FROM backup`);
    for (const { row } of rows) {
      lines.push(row);
      size += row.length + 1;
    }
    if (lines.length > 0 && (size >= fileBytes || rows.length === 0)) {
      yield { table, bytes: await packed(lines), rows: lines.length };
      lines = [];
      size = 0;
    }
    if (rows.length === 0) break;
  }
  await transaction.query('CLOSE backup');
}

function packed(lines: readonly string[]): Promise<Uint8Array> {
  return compress(`${lines.join('\n')}\n`, { params: { [constants.ZSTD_c_checksumFlag]: 0 } });
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
