import type { ClickHouse } from '../clickhouse.ts';

/** Counts bytes on disk by table, greatest first. */
export async function tableBytes(clickhouse: ClickHouse): Promise<Map<string, number>> {
  const rows = await clickhouse.query<{ table: string; bytes: number }>(
    `SELECT table, sum(bytes_on_disk) AS bytes FROM system.parts
     WHERE active AND database = currentDatabase() GROUP BY table ORDER BY sum(bytes_on_disk) DESC`,
  );
  return new Map(rows.map(({ table, bytes }) => [table, bytes]));
}
