import type { ClickHouse } from '../clickhouse.ts';
import type { Topology } from './topology.ts';

interface View {
  readonly name: string;
  readonly statement: string;
}

/** Lists the tables and views that statements of a migration alter. */
export function alteredTables(statements: readonly string[]): string[] {
  return statements.flatMap((statement) => /^ALTER TABLE (\w+)/.exec(statement)?.[1] ?? []);
}

/**
 * Makes the views among these anew, each as it is. In the process that altered it, ClickHouse gives a view's inserts another
 * deduplication identity than after its next start, even if the query stays the same (seen with 26.7): a group of
 * rows that is inserted before that start and again after it would be counted twice. A view that is made has the
 * identity that it keeps, which is also the one from before it was altered. One takes the place of the other in one
 * step, so that no row goes by uncounted; if the work is cut off before, the migration runs again and with it this.
 */
export async function renewViews(
  clickhouse: ClickHouse,
  names: readonly string[],
  { onCluster }: Topology,
): Promise<void> {
  if (names.length === 0) return;
  const views = await clickhouse.query<View>(
    `SELECT name, create_table_query AS statement FROM system.tables
     WHERE database = currentDatabase() AND engine = 'MaterializedView' AND name IN {names:Array(String)}`,
    { names },
  );
  for (const { name, statement } of views) {
    const definition = /^CREATE MATERIALIZED VIEW \S+ (TO .*)$/s.exec(statement)?.[1];
    if (definition === undefined) throw new RangeError(`The view ${name} is not one that fills a table.`);
    await clickhouse.command(`CREATE OR REPLACE MATERIALIZED VIEW ${name}${onCluster} ${definition}`);
  }
}
