import type { ClickHouse } from '../../../collector/storage/clickhouse/clickhouse.ts';

/** All tables that views fill, each with its rows as they are after a last merge, one text for a row. */
export type RollupRows = ReadonlyMap<string, readonly string[]>;

interface View {
  readonly columns: readonly string[];
  readonly target: string;
  /** False of a table that hands on what it is given to further views. */
  readonly isKept: boolean;
  readonly source: string;
  readonly query: string;
}

interface Table {
  readonly name: string;
  readonly engine: string;
  readonly statement: string;
  readonly query: string;
  readonly columns: readonly string[];
}

/** What the views have counted. */
export async function storedRollups(clickhouse: ClickHouse): Promise<RollupRows> {
  const rollups = new Map<string, string[]>();
  for (const { target, isKept } of await viewsOf(clickhouse))
    if (isKept) rollups.set(target, await rowsOf(clickhouse, target));
  return rollups;
}

/** What the views would have counted, had each row that is in `queries` now come once. */
export async function expectedRollups(clickhouse: ClickHouse): Promise<RollupRows> {
  const rollups = new Map<string, string[]>();
  const made = new Map<string, string>();
  const waiting = await viewsOf(clickhouse);
  const targets = new Set(waiting.map(({ target }) => target));
  while (waiting.length > 0) {
    // Some count what others have counted.
    const next = waiting.findIndex(({ source }) => !targets.has(source) || made.has(source));
    const [{ columns, target, isKept, source, query }] = waiting.splice(next, 1) as [View];
    const table = `expected_${target}`;
    await clickhouse.command(
      `CREATE OR REPLACE TABLE ${table} AS ${target} ${isKept ? '' : 'ENGINE = Memory'}`,
    );
    made.set(target, table);
    const select = query.replace(
      ` FROM ${clickhouse.database}.${source}`,
      ` FROM ${made.get(source) ?? source}`,
    );
    await clickhouse.command(`INSERT INTO ${table} (${columns.join(', ')}) ${select}`);
    if (isKept) rollups.set(target, await rowsOf(clickhouse, table));
  }
  for (const table of made.values()) await clickhouse.command(`DROP TABLE ${table} SYNC`);
  return rollups;
}

/** The tables that differ, each with how, for a person to read. */
export function differences(found: RollupRows, expected: RollupRows): string[] {
  return [...new Set([...found.keys(), ...expected.keys()])].flatMap((table) => {
    const [has, wants] = [found.get(table) ?? [], expected.get(table) ?? []];
    const [known, wanted] = [new Set(has), new Set(wants)];
    const tooMany = has.filter((row) => !wanted.has(row));
    const missing = wants.filter((row) => !known.has(row));
    if (tooMany.length + missing.length === 0 && has.length === wants.length) return [];
    return [
      `${table}: ${tooMany.length} of ${has.length} rows are wrong, the first ${tooMany[0]?.slice(0, 200)}; ` +
        `${missing.length} of ${wants.length} are missing, the first ${missing[0]?.slice(0, 200)}`,
    ];
  });
}

async function viewsOf(clickhouse: ClickHouse): Promise<View[]> {
  const tables = await clickhouse.query<Table>(
    `SELECT name, engine, create_table_query AS statement, as_select AS query, columns FROM system.tables
     LEFT JOIN (SELECT table AS name, groupArray(name) AS columns FROM system.columns
       WHERE database = currentDatabase() GROUP BY table) AS listed USING name
     WHERE database = currentDatabase() ORDER BY name`,
  );
  return tables
    .filter(({ engine }) => engine === 'MaterializedView')
    .map(({ statement, query, columns }) => {
      const target = / TO \w+\.(\w+) /.exec(statement)![1]!;
      const source = / FROM \w+\.(\w+)/.exec(query)![1]!;
      const isKept = tables.find(({ name }) => name === target)!.engine !== 'Null';
      return { columns, target, isKept, source, query };
    });
}

/** What counts approximately is told apart by all of its state. */
async function rowsOf(clickhouse: ClickHouse, table: string): Promise<string[]> {
  const columns = await clickhouse.query<{ name: string; type: string }>(
    'SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = {table:String} ORDER BY position',
    { table },
  );
  const list = columns.map(({ name, type }) =>
    type.startsWith('AggregateFunction') ? `hex(${name})` : `toString(${name})`,
  );
  const rows = await clickhouse.query<{ row: string }>(
    `SELECT arrayStringConcat([${list.join(', ')}], ' ') AS row FROM ${table} FINAL ORDER BY row`,
  );
  return rows.map(({ row }) => row);
}
