import type { AccountData, LeftOut } from '../../../../ports/accounts/account-exports.ts';
import type { Postgres, Queryable } from '../../pool.ts';
import { type ExportedTable, exportedTables, leftOutTables } from './exported-tables.ts';

/** Characters of the lines that are fetched at once, which the next fetch aims at; a single row may have more. */
const wanted = 1_000_000;
const mostRows = 1_000;
/** Rows of the first fetch: of a table whose rows may be large. */
const firstRows = 10;

/** Creates the port on what PostgreSQL has of an account. */
export function createAccountData(postgres: Postgres): AccountData {
  return {
    tables: Object.keys(exportedTables),
    leftOut: [
      ...Object.entries(leftOutTables).map(([name, reason]) => ({ name, reason })),
      ...Object.entries(exportedTables).flatMap(([table, { withheld = {} }]) =>
        Object.entries(withheld).map(([column, reason]): LeftOut => ({ name: `${table}.${column}`, reason })),
      ),
    ],
    read: async (table, accountId, take) => {
      const exported = exportedTables[table];
      if (exported === undefined) throw new RangeError(`no table of an export: ${table}`);
      // Lines that were taken are not to be taken again.
      await postgres.transaction(
        (transaction) => readRows(transaction, { table, accountId }, exported, take),
        { attempts: 1 },
      );
    },
    locationIds: async (accountId) => {
      const rows = await postgres.query<{ id: number }>(
        'SELECT id FROM locations WHERE account_id = $1 ORDER BY id',
        [accountId],
      );
      return rows.map(({ id }) => id);
    },
  };
}

/**
 * Reads a table through a cursor, as it is at one moment, in groups of bounded size. PostgreSQL writes the JSON, so that large
 * documents are never parsed here.
 */
async function readRows(
  transaction: Queryable,
  { table, accountId }: { table: string; accountId: number },
  { where, columns, order }: ExportedTable,
  take: (lines: string[]) => Promise<void>,
): Promise<void> {
  const types = await transaction.query<{ name: string; type: string }>(
    `SELECT attname AS name, atttypid::regtype::text AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attname = ANY ($2) AND NOT attisdropped`,
    [table, columns],
  );
  const typeOf = new Map(types.map(({ name, type }) => [name, type]));
  const shown = columns.map((column) => `${expressionOf(column, typeOf.get(column))} AS "${column}"`);
  // A cursor takes no parameters where it is fetched from, and its declaration does.
  await transaction.query(
    `DECLARE exported NO SCROLL CURSOR FOR
     SELECT (SELECT row_to_json(r)::text FROM (SELECT ${shown.join(', ')}) AS r) AS line
     FROM ${table} AS t WHERE ${where} ${order === undefined ? '' : `ORDER BY t.${order}`}`,
    [accountId],
  );
  for (let limit = firstRows; ; ) {
    const rows = await transaction.query<{ line: string }>(`FETCH ${limit} FROM exported`);
    if (rows.length > 0) await take(rows.map(({ line }) => line));
    if (rows.length < limit) return;
    const characters = rows.reduce((sum, { line }) => sum + line.length, 0);
    const fit = Math.floor((limit * wanted) / Math.max(1, characters));
    limit = Math.max(1, Math.min(mostRows, 4 * limit, fit));
  }
}

/** Times as the API writes them, and bytes in hexadecimal. */
function expressionOf(column: string, type: string | undefined): string {
  if (type === undefined) throw new RangeError(`no column of ours: ${column}`);
  if (type === 'timestamp with time zone')
    return `to_char(t."${column}" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  if (type === 'bytea') return `encode(t."${column}", 'hex')`;
  return `t."${column}"`;
}
