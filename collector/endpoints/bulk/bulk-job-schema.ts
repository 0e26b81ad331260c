import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import type { BulkJob } from '../../ports/scans/bulk-jobs.ts';

export const bulkJobSchema = z
  .object({
    job_id: z.uuid(),
    status: z.enum(['queued', 'running', 'completed', 'cancelled']),
    check_ssl: z.boolean(),
    advanced: z.boolean(),
    total: z.int().describe('Number of domains, each counted once.'),
    completed: z.int(),
    failed: z.int(),
    progress: z.number().min(0).max(1).describe('Share of the domains that are done.'),
    created_at: timestampSchema,
    started_at: timestampSchema.nullable(),
    finished_at: timestampSchema.nullable(),
  })
  .meta({ id: 'BulkJob' });

export const bulkJobParams = z.object({
  job_id: z.uuid().meta({ examples: ['6f1c2a52-94cc-4f5e-8a3f-0d7f4a1c9be2'] }),
});

export function presentBulkJob(job: BulkJob): z.input<typeof bulkJobSchema> {
  return {
    job_id: job.id,
    status: job.status,
    check_ssl: job.options.checkSsl,
    advanced: job.options.advanced,
    total: job.total,
    completed: job.completed,
    failed: job.failed,
    progress: job.total === 0 ? 1 : (job.completed + job.failed) / job.total,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    finished_at: job.finishedAt?.toISOString() ?? null,
  };
}
