import { join } from 'node:path';
import { ClickHouse } from '../storage/clickhouse/clickhouse.ts';

/** Counts the queries in the embedded store of a running collector, by its data directory. */
export async function storedRows(dataDirectory: string): Promise<number> {
  const clickhouse = new ClickHouse({ socketPath: join(dataDirectory, 'clickhouse', 'engine.sock') });
  try {
    const [counted] = await clickhouse.query<{ count: number }>('SELECT count() AS count FROM queries');
    return counted?.count ?? 0;
  } finally {
    await clickhouse.close();
  }
}
