import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import type { AccountExport } from '../../ports/accounts/account-exports.ts';

export const accountExportSchema = z
  .object({
    export_id: z.uuid(),
    status: z.enum(['queued', 'running', 'completed', 'failed']),
    requested_by: z.string().describe('E-mail address of the owner who requested the export.'),
    queries: z.boolean().describe('Whether the export contains stored queries.'),
    tables: z.int().describe('Number of tables to export; 0 until the export starts.'),
    done: z.int().describe('Number of tables already written.'),
    progress: z.number().min(0).max(1).describe('Share of the tables already written.'),
    rows: z.int(),
    bytes: z.int().describe('Compressed size in bytes.'),
    error: z.string().nullable(),
    created_at: timestampSchema,
    started_at: timestampSchema.nullable(),
    finished_at: timestampSchema.nullable(),
    expires_at: timestampSchema.nullable().describe('When the export is deleted.'),
  })
  .meta({ id: 'AccountExport' });

export function presentAccountExport(one: AccountExport): z.input<typeof accountExportSchema> {
  return {
    export_id: one.id,
    status: one.status,
    requested_by: one.requestedBy,
    queries: one.queries,
    tables: one.total,
    done: one.done,
    progress: one.status === 'completed' ? 1 : one.total === 0 ? 0 : one.done / one.total,
    rows: one.rows,
    bytes: one.bytes,
    error: one.error,
    created_at: one.createdAt.toISOString(),
    started_at: one.startedAt?.toISOString() ?? null,
    finished_at: one.finishedAt?.toISOString() ?? null,
    expires_at: one.expiresAt?.toISOString() ?? null,
  };
}
