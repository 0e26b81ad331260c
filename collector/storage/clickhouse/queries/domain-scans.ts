import type { ScannedParts, ScanSummary, ScanTrigger } from '@sonde/scanner/ports/domain-scan.ts';
import type { ScanHistoryEntry, StoredScan } from '../../../ports/scans/domain-scans.ts';
import type { ClickHouse } from '../clickhouse.ts';

interface EntryRow {
  readonly id: string;
  readonly at: number;
  readonly milliseconds: number;
  readonly trigger: ScanTrigger;
  readonly checks: readonly string[];
  readonly failures: number;
  readonly warnings: number;
  readonly summary: string;
}

interface PartsRow {
  readonly id: string;
  readonly domain: string;
  readonly at: number;
  readonly parts: string;
}

const atMilliseconds = 'toUnixTimestamp64Milli(scanned_at) AS at';
/** The parts of scans, some 30 kB each, have these limits. */
const partsLimits = { rows: 1_000 };

/** Lists a domain's scans, newest first, and how many there are. */
export async function scanHistory(
  clickhouse: ClickHouse,
  domain: string,
  limit: number,
): Promise<{ count: number; scans: ScanHistoryEntry[] }> {
  const counted = clickhouse.query<{ count: number }>(
    'SELECT count() AS count FROM domain_scans WHERE domain = {domain:String}',
    { domain },
  );
  const listed = clickhouse.query<EntryRow>(
    `SELECT id, ${atMilliseconds}, milliseconds, trigger, checks, failures, warnings, summary FROM domain_scans
     WHERE domain = {domain:String} ORDER BY scanned_at DESC, id LIMIT {limit:UInt32}`,
    { domain, limit },
  );
  const [[total], rows] = await Promise.all([counted, listed]);
  return {
    count: total?.count ?? 0,
    scans: rows.map(({ at, summary, ...row }) => ({
      ...row,
      at: new Date(at),
      summary: JSON.parse(summary) as ScanSummary,
    })),
  };
}

/** Lists a domain's scans with their parts, newest first. */
export async function scansBetween(
  clickhouse: ClickHouse,
  domain: string,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<StoredScan[]> {
  const rows = await clickhouse.query<PartsRow>(
    `SELECT id, domain, ${atMilliseconds}, parts FROM domain_scans
     WHERE domain = {domain:String} AND scanned_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
       AND scanned_at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
     ORDER BY scanned_at DESC, id LIMIT {limit:UInt32}`,
    { domain, from: Math.max(0, from.getTime()), to: Math.max(0, to.getTime()), limit },
    partsLimits,
  );
  return rows.map(toScan);
}

/** Scans by their ids: the domains lead to them, the ids alone would not. */
export async function findScans(
  clickhouse: ClickHouse,
  scans: readonly { id: string; domain: string }[],
): Promise<StoredScan[]> {
  if (scans.length === 0) return [];
  const rows = await clickhouse.query<PartsRow>(
    `SELECT id, domain, ${atMilliseconds}, parts FROM domain_scans
     WHERE domain IN {domains:Array(String)} AND id IN {ids:Array(UUID)}`,
    { domains: [...new Set(scans.map(({ domain }) => domain))], ids: scans.map(({ id }) => id) },
    partsLimits,
  );
  return rows.map(toScan);
}

export async function scansSince(clickhouse: ClickHouse, since: Date): Promise<number> {
  const [row] = await clickhouse.query<{ count: number }>(
    `SELECT count() AS count FROM domain_scans WHERE scanned_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')`,
    { since: since.getTime() },
  );
  return row?.count ?? 0;
}

function toScan({ at, parts, ...row }: PartsRow): StoredScan {
  return { ...row, at: new Date(at), parts: JSON.parse(parts) as ScannedParts };
}
