import type { BulkJob, BulkJobStore, BulkScanOptions } from '../../../ports/scans/bulk-jobs.ts';
import { inTurnOfAccount } from '../accounts/in-turn-of-account.ts';
import type { Postgres } from '../pool.ts';
import { bulkResults } from './bulk-results.ts';
import { claimTasks, extendTasks, finishTasks, releaseTasks } from './bulk-tasks.ts';

interface JobRow {
  id: string;
  options: BulkScanOptions;
  total: number;
  completed: number;
  failed: number;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  cancelled: boolean;
}

const columns =
  'id, options, total, completed, failed, created_at, started_at, finished_at, cancelled' as const;

export function createBulkJobStore(postgres: Postgres): BulkJobStore {
  return {
    submit: ({ id, accountId, options, domains }, mostUnfinished) =>
      inTurnOfAccount(postgres, accountId, async (transaction) => {
        const [job] = await transaction.query<JobRow>(
          `INSERT INTO bulk_jobs (id, account_id, options, total) SELECT $1, $2, $3, $4
           WHERE (SELECT count(*) FROM bulk_jobs WHERE account_id = $2 AND finished_at IS NULL) < $5
           RETURNING ${columns}`,
          [id, accountId, JSON.stringify(options), domains.length, mostUnfinished],
        );
        if (job === undefined) return undefined;
        await transaction.query(
          `INSERT INTO bulk_items (job_id, position, domain)
           SELECT $1, index - 1, domain FROM unnest($2::text[]) WITH ORDINALITY AS given (domain, index)`,
          [id, domains],
        );
        return toJob(job);
      }),
    find: async (accountId, jobId) => {
      const [row] = await postgres.query<JobRow>(
        `SELECT ${columns} FROM bulk_jobs WHERE account_id = $1 AND id = $2`,
        [accountId, jobId],
      );
      return row && toJob(row);
    },
    list: async (accountId, { limit, offset }) => {
      const [counted, rows] = await Promise.all([
        postgres.query<{ count: number }>('SELECT count(*) AS count FROM bulk_jobs WHERE account_id = $1', [
          accountId,
        ]),
        postgres.query<JobRow>(
          `SELECT ${columns} FROM bulk_jobs WHERE account_id = $1
           ORDER BY created_at DESC, id LIMIT $2 OFFSET $3`,
          [accountId, limit, offset],
        ),
      ]);
      return { count: counted[0]?.count ?? 0, jobs: rows.map(toJob) };
    },
    cancel: async (accountId, jobId) => {
      const rows = await postgres.query<{ id: string }>(
        `UPDATE bulk_jobs SET cancelled = true, finished_at = now()
         WHERE account_id = $1 AND id = $2 AND finished_at IS NULL RETURNING id`,
        [accountId, jobId],
      );
      return rows.length > 0;
    },
    results: (jobId, page) => bulkResults(postgres, jobId, page),
    claim: (holder, limit, leaseSeconds) => claimTasks(postgres, holder, limit, leaseSeconds),
    finish: (holder, outcomes) => finishTasks(postgres, holder, outcomes),
    extend: (holder, leaseSeconds) => extendTasks(postgres, holder, leaseSeconds),
    release: (holder) => releaseTasks(postgres, holder),
    forgetBefore: async (time) => {
      const rows = await postgres.query<{ id: string }>(
        `DELETE FROM bulk_jobs WHERE id IN (
           SELECT id FROM bulk_jobs WHERE finished_at < $1 LIMIT 100) RETURNING id`,
        [time],
      );
      return rows.length;
    },
  };
}

function toJob(row: JobRow): BulkJob {
  return {
    id: row.id,
    status: statusOf(row),
    options: row.options,
    total: row.total,
    completed: row.completed,
    failed: row.failed,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}

function statusOf(row: JobRow): BulkJob['status'] {
  if (row.cancelled) return 'cancelled';
  if (row.finished_at !== null) return 'completed';
  return row.started_at === null ? 'queued' : 'running';
}
