import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ClickHouse } from './clickhouse.ts';
import { stringLiteral } from './embedded/literal.ts';

/** Times come as ISO 8601. */
const settings = "SETTINGS date_time_input_format = 'best_effort'";

/**
 * Creates what writes JSON lines as Parquet. The embedded engine reads them out of a file; a server is sent them within the
 * statement, since a reading statement has no other place for data.
 */
export function createParquetWriter(
  clickhouse: ClickHouse,
): (lines: Uint8Array, structure: string) => Promise<Buffer> {
  return async (lines, structure) => {
    if (clickhouse.readsFiles) return await fromFile(clickhouse, lines, structure);
    const text = stringLiteral(Buffer.from(lines).toString('utf8'));
    return await buffer(
      await clickhouse.bytes(
        `SELECT * FROM format(JSONEachRow, ${stringLiteral(structure)}, ${text}) ${settings} FORMAT Parquet`,
        // The text, its escapes, and the rest of the statement.
        { max_query_size: String(text.length * 4 + 1024 * 1024), wait_end_of_query: 1 },
      ),
    );
  };
}

async function fromFile(clickhouse: ClickHouse, lines: Uint8Array, structure: string): Promise<Buffer> {
  const path = join(tmpdir(), `sonde-parquet-${randomUUID()}.ndjson`);
  try {
    await writeFile(path, lines, { mode: 0o600 });
    const from = `file(${stringLiteral(path)}, 'JSONEachRow', ${stringLiteral(structure)})`;
    return await buffer(
      await clickhouse.bytes(`SELECT * FROM ${from} ${settings} FORMAT Parquet`, { wait_end_of_query: 1 }),
    );
  } finally {
    await rm(path, { force: true });
  }
}
