import type { BulkItem, BulkItemStatus, ScanReference } from '../../../ports/scans/bulk-jobs.ts';
import type { Page } from '../../../ports/system/page.ts';
import type { Postgres } from '../pool.ts';

interface ItemRow {
  position: number;
  domain: string;
  scan: ScanReference | null;
  error: string | null;
  finished_at: Date;
}

/** Lists the outcomes of a job's tasks, in the order in which they were submitted. */
export async function bulkResults(
  postgres: Postgres,
  jobId: string,
  { limit, offset, status }: Page & { status?: BulkItemStatus },
): Promise<BulkItem[]> {
  const rows = await postgres.query<ItemRow>(
    `SELECT position, domain, scan, error, finished_at FROM bulk_items
     WHERE job_id = $1 AND finished_at IS NOT NULL AND ($4::boolean IS NULL OR (error IS NULL) = $4)
     ORDER BY position LIMIT $2 OFFSET $3`,
    [jobId, limit, offset, status === undefined ? null : status === 'completed'],
  );
  return rows.map((row) => ({
    position: row.position,
    domain: row.domain,
    status: row.error === null ? 'completed' : 'failed',
    scan: row.scan,
    error: row.error,
    finishedAt: row.finished_at,
  }));
}
