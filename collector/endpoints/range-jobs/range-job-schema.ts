import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import type { RangeJob } from '../../ports/addresses/range-jobs.ts';

export const rangeJobSchema = z
  .object({
    job_id: z.uuid(),
    status: z.enum(['queued', 'running', 'completed', 'cancelled']),
    cidr: z.string(),
    blacklists: z.boolean(),
    total: z.int().describe('Number of addresses.'),
    looked_at: z.int(),
    named: z.int().describe('Number of addresses with a name.'),
    listed: z.int().describe('Number of addresses on a list.'),
    progress: z.number().min(0).max(1),
    created_at: timestampSchema,
    started_at: timestampSchema.nullable(),
    finished_at: timestampSchema.nullable(),
  })
  .meta({ id: 'RangeJob' });

export const rangeJobParams = z.object({
  range_job_id: z.uuid().meta({ examples: ['6f1c2a52-94cc-4f5e-8a3f-0d7f4a1c9be2'] }),
});

export function presentRangeJob(job: RangeJob): z.input<typeof rangeJobSchema> {
  return {
    job_id: job.id,
    status: job.status,
    cidr: job.cidr,
    blacklists: job.lists,
    total: job.total,
    looked_at: job.looked,
    named: job.named,
    listed: job.listed,
    progress: job.total === 0 ? 1 : job.looked / job.total,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    finished_at: job.finishedAt?.toISOString() ?? null,
  };
}
