import { Readable } from 'node:stream';
import type { DomainScan } from '@sonde/scanner/ports/domain-scan.ts';
import type { ClickHouse } from '../clickhouse.ts';

/** Adds scans to a table once for each token. A collector of a cluster inserts into the shard that it is connected to. */
export async function appendScans(
  clickhouse: ClickHouse,
  table: string,
  scans: readonly DomainScan[],
  token: string,
): Promise<void> {
  if (scans.length === 0) return;
  await clickhouse.insert(
    `INSERT INTO ${table} FORMAT JSONEachRow`,
    {},
    {
      insert_deduplication_token: token,
      insert_deduplicate: 1,
      async_insert: 0,
      input_format_parallel_parsing: 0,
    },
    Readable.from(lines(scans)),
  );
}

function* lines(scans: readonly DomainScan[]): Generator<string> {
  for (const scan of scans) {
    const findings = Object.values(scan.parts).flatMap((part) => part.findings);
    yield `${JSON.stringify({
      domain: scan.domain,
      scanned_at: scan.startedAt.toISOString().slice(0, -1).replace('T', ' '),
      id: scan.id,
      milliseconds: Math.round(scan.milliseconds),
      trigger: scan.trigger,
      checks: Object.keys(scan.parts),
      failures: findings.filter(({ status }) => status === 'fail').length,
      warnings: findings.filter(({ status }) => status === 'warning').length,
      summary: JSON.stringify(scan.summary),
      parts: JSON.stringify(scan.parts),
    })}\n`;
  }
}
