import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import type { ComplianceReport } from '../../ports/compliance/compliance-reports.ts';

export const reportParams = z.object({
  report_id: z.uuid().meta({ examples: ['6f1c2a52-94cc-4f5e-8a3f-0d7f4a1c9be2'] }),
});

export const reportSchema = z
  .object({
    report_id: z.uuid(),
    framework: z.string(),
    title: z.string(),
    status: z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']),
    domains: z.int(),
    done: z.int(),
    progress: z.number().min(0).max(1).describe('Share of the domains that are done.'),
    scan_job_id: z.uuid().nullable().describe('The bulk job that scans the domains first.'),
    error: z.string().nullable(),
    created_at: timestampSchema,
    started_at: timestampSchema.nullable(),
    finished_at: timestampSchema.nullable(),
  })
  .meta({ id: 'ComplianceReport' });

export function presentReport(report: ComplianceReport): z.input<typeof reportSchema> {
  const total = report.domains.length;
  const finished = report.status === 'completed';
  return {
    report_id: report.id,
    framework: report.framework,
    title: report.title,
    status: report.status,
    domains: total,
    done: finished ? total : report.done,
    progress: finished ? 1 : total === 0 ? 0 : report.done / total,
    scan_job_id: report.bulkJobId,
    error: report.error,
    created_at: report.createdAt.toISOString(),
    started_at: report.startedAt?.toISOString() ?? null,
    finished_at: report.finishedAt?.toISOString() ?? null,
  };
}
