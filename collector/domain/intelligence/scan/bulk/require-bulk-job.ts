import { NotFound } from '@sonde/shared/errors.ts';
import type { BulkJob, BulkJobStore } from '../../../../ports/scans/bulk-jobs.ts';

/** Finds a job of the account. Throws NotFound. */
export async function requireBulkJob(
  accountId: number,
  jobId: string,
  { bulkJobs }: { bulkJobs: Pick<BulkJobStore, 'find'> },
): Promise<BulkJob> {
  const job = await bulkJobs.find(accountId, jobId);
  if (job === undefined) throw new NotFound('bulk job');
  return job;
}
