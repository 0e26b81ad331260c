import { Readable } from 'node:stream';
import type { DomainScan } from '../../ports/scans/domain-scan.ts';
import type { DomainScanHistory, ScanHistoryEntry, StoredScan } from '../../ports/scans/domain-scans.ts';
import type { ClickHouse } from './clickhouse.ts';
import { oneMachine, type Topology } from './migrations/topology.ts';
import { findScans, scanHistory, scansBetween, scansSince } from './queries/domain-scans.ts';

/** Scans by the table of that name. A collector of a cluster inserts into the shard that it is connected to. */
export class ClickHouseDomainScans implements DomainScanHistory {
  readonly #clickhouse: ClickHouse;
  readonly #table: string;

  constructor(clickhouse: ClickHouse, { local }: Pick<Topology, 'local'> = oneMachine) {
    this.#clickhouse = clickhouse;
    this.#table = local('domain_scans');
  }

  async append(scans: readonly DomainScan[], token: string): Promise<void> {
    if (scans.length === 0) return;
    await this.#clickhouse.insert(
      `INSERT INTO ${this.#table} FORMAT JSONEachRow`,
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

  list(domain: string, limit: number): Promise<ScanHistoryEntry[]> {
    return scanHistory(this.#clickhouse, domain, limit);
  }

  parts(domain: string, range: { from: Date; to: Date; limit: number }): Promise<StoredScan[]> {
    return scansBetween(this.#clickhouse, domain, range);
  }

  byId(scans: readonly { id: string; domain: string }[]): Promise<StoredScan[]> {
    return findScans(this.#clickhouse, scans);
  }

  countSince(since: Date): Promise<number> {
    return scansSince(this.#clickhouse, since);
  }
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
