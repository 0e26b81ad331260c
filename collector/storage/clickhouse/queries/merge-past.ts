import type { ClickHouse } from '../clickhouse.ts';

/**
 * Merges what the store itself merges some hours later, or a day: rows of each day before that one, and facts, whose tables
 * have no partitions. For measuring what a month looks like on a store that was filled in minutes. Tells how many of how
 * many steps are done.
 */
export async function mergePast(
  clickhouse: ClickHouse,
  day: Date,
  progress: (done: number, all: number) => void,
): Promise<void> {
  const partitions = await clickhouse.query<{ table: string; id: string }>(
    `SELECT table, partition_id AS id FROM system.parts
     WHERE active AND database = currentDatabase()
       AND (id = 'all' OR table = 'queries' AND id < toString(toYYYYMMDD({day:DateTime64(3, 'UTC')})))
     GROUP BY table, id HAVING count() > 1 ORDER BY table, id`,
    { day },
  );
  for (const [index, { table, id }] of partitions.entries()) {
    progress(index, partitions.length);
    // Names of the engine's own, where no parameter can stand.
    await clickhouse.command(`OPTIMIZE TABLE ${table} PARTITION ID '${id}' FINAL`);
  }
}
