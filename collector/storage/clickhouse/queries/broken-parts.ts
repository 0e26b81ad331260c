import type { BrokenParts } from '../../../ports/traffic/store-health.ts';
import type { ClickHouse } from '../clickhouse.ts';

/** Counts the parts that the engine sets aside at its start or after a failed check, without a word to anybody. */
export function brokenParts(clickhouse: ClickHouse): Promise<BrokenParts[]> {
  return clickhouse.query<BrokenParts>(
    `SELECT table, count() AS count FROM system.detached_parts
     WHERE database = currentDatabase() AND reason IN ('broken', 'broken-on-start', 'unexpected')
     GROUP BY table ORDER BY table`,
  );
}
