import type { ClickHouse } from '../clickhouse.ts';
import { queriesColumnList, queriesStructure } from '../migrations/queries-columns.ts';

/**
 * Inserts many files of rows in one statement, as the embedded engine does it best by itself: the measure of what ingest
 * could reach. It remembers no tokens, so it is not for rows that matter.
 */
export async function insertFilesByEngine(clickhouse: ClickHouse, pattern: string): Promise<void> {
  await clickhouse.insert(
    `INSERT INTO queries ${queriesColumnList}
     SELECT * FROM file({pattern:String}, 'RowBinary', {structure:String})`,
    { pattern, structure: queriesStructure },
    { insert_deduplicate: 0 },
  );
}
