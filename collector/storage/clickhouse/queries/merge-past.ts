import type { ClickHouse } from '../clickhouse.ts';

/** Tables whose parts become one where they lie for a day. */
const facts = ['passive_dns', 'passive_dns_by_data', 'name_days', 'domains'];

/**
 * Merges what the store itself merges some hours later, or a day: rows of each day before that one, and facts. For measuring
 * what a month looks like on a store that was filled in minutes. Tells how many of how many steps are done.
 */
export async function mergePast(
  clickhouse: ClickHouse,
  day: Date,
  progress: (done: number, all: number) => void,
): Promise<void> {
  const days = await clickhouse.query<{ partition: number }>(
    `SELECT toUInt32(partition) AS partition FROM system.parts
     WHERE active AND database = currentDatabase() AND table = 'queries' AND toUInt32(partition) < toYYYYMMDD({day:DateTime64(3, 'UTC')})
     GROUP BY partition HAVING count() > 1 ORDER BY partition`,
    { day },
  );
  // A partition cannot be a parameter; this is a number of the engine's own.
  const parts = [...days.map(({ partition }) => `queries PARTITION ${Number(partition)}`), ...facts];
  for (const [index, part] of parts.entries()) {
    progress(index, parts.length);
    await clickhouse.command(`OPTIMIZE TABLE ${part} FINAL`);
  }
}
