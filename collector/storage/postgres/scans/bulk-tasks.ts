import type { BulkOutcome, BulkScanOptions, BulkTask } from '../../../ports/scans/bulk-jobs.ts';
import { repeatable } from '../pool/repeatable.ts';
import type { Postgres } from '../pool.ts';
import { storableJson, storableText } from '../storable-text.ts';

/** Jobs that are worked on at once; the others wait for these to end. */
const jobsAtOnce = 20;
const longestError = 1_000;

interface TaskRow {
  job_id: string;
  position: number;
  domain: string;
  attempts: number;
  options: BulkScanOptions;
}

/**
 * Each job gets its share, so that a small one does not wait for the end of a large one. Jobs without anything to take
 * are told from those with, before shares are made.
 */
const claim = `
WITH open AS (
  SELECT j.id, j.options FROM bulk_jobs j
  WHERE j.finished_at IS NULL AND EXISTS (
    SELECT 1 FROM bulk_items i WHERE i.job_id = j.id AND i.finished_at IS NULL
      AND (i.lease_ends_at IS NULL OR i.lease_ends_at < now()))
  ORDER BY j.created_at, j.id LIMIT ${jobsAtOnce}),
share AS (SELECT ceil($2::float8 / greatest(count(*), 1))::int AS size FROM open),
taken AS (
  SELECT item.job_id, item.position, open.options FROM open, share, LATERAL (
    SELECT job_id, position FROM bulk_items
    WHERE job_id = open.id AND finished_at IS NULL AND (lease_ends_at IS NULL OR lease_ends_at < now())
    ORDER BY position LIMIT share.size FOR UPDATE SKIP LOCKED) AS item
  LIMIT $2),
claimed AS (
  UPDATE bulk_items i SET holder = $1, attempts = i.attempts + 1, lease_ends_at = now() + make_interval(secs => $3)
  FROM taken t WHERE i.job_id = t.job_id AND i.position = t.position
  RETURNING i.job_id, i.position, i.domain, i.attempts, t.options),
begun AS (
  UPDATE bulk_jobs SET started_at = now()
  WHERE started_at IS NULL AND id IN (SELECT job_id FROM claimed) RETURNING id)
SELECT * FROM claimed ORDER BY job_id, position`;

export async function claimTasks(
  postgres: Postgres,
  holder: string,
  limit: number,
  leaseSeconds: number,
): Promise<BulkTask[]> {
  const rows = await repeatable(() => postgres.query<TaskRow>(claim, [holder, limit, leaseSeconds]));
  return rows.map(({ job_id, position, domain, attempts, options }) => ({
    jobId: job_id,
    position,
    domain,
    options,
    attempt: attempts,
  }));
}

/** Counts what this statement itself set down, and nothing twice; a job without anything left has ended. */
const finish = `
WITH given AS (
  SELECT * FROM unnest($2::uuid[], $3::int[], $4::jsonb[], $5::text[]) AS g (job_id, position, scan, error)),
ended AS (
  UPDATE bulk_items i SET finished_at = now(), scan = g.scan, error = g.error, holder = NULL, lease_ends_at = NULL
  FROM given g WHERE i.job_id = g.job_id AND i.position = g.position AND i.holder = $1 AND i.finished_at IS NULL
  RETURNING i.job_id, i.error),
counted AS (
  SELECT job_id, count(*) FILTER (WHERE error IS NULL) AS completed, count(error) AS failed FROM ended GROUP BY job_id)
UPDATE bulk_jobs j SET completed = j.completed + c.completed, failed = j.failed + c.failed,
  finished_at = CASE WHEN j.completed + j.failed + c.completed + c.failed >= j.total
    THEN coalesce(j.finished_at, now()) ELSE j.finished_at END
FROM counted c WHERE j.id = c.job_id`;

export async function finishTasks(
  postgres: Postgres,
  holder: string,
  outcomes: readonly BulkOutcome[],
): Promise<void> {
  if (outcomes.length === 0) return;
  await repeatable(() =>
    postgres.query(finish, [
      holder,
      outcomes.map(({ jobId }) => jobId),
      outcomes.map(({ position }) => position),
      outcomes.map(({ scan }) => (scan === null ? null : storableJson(scan))),
      outcomes.map(({ error }) => (error === null ? null : storableText(error, longestError))),
    ]),
  );
}

export async function extendTasks(postgres: Postgres, holder: string, leaseSeconds: number): Promise<void> {
  await postgres.query(
    `UPDATE bulk_items SET lease_ends_at = now() + make_interval(secs => $2)
     WHERE holder = $1 AND finished_at IS NULL`,
    [holder, leaseSeconds],
  );
}

/** Releases tasks before they are ended: they count as not begun. */
export async function releaseTasks(postgres: Postgres, holder: string): Promise<void> {
  await postgres.query(
    `UPDATE bulk_items SET holder = NULL, lease_ends_at = NULL, attempts = greatest(attempts - 1, 0)
     WHERE holder = $1 AND finished_at IS NULL`,
    [holder],
  );
}
