import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import type { AccountExport } from '../../ports/accounts/account-exports.ts';

export const accountExportSchema = z
  .object({
    export_id: z.uuid(),
    status: z.enum(['queued', 'running', 'completed', 'failed']),
    requested_by: z.string().describe('The e-mail address of the owner who asked for it.'),
    queries: z.boolean().describe('Whether it has the stored queries.'),
    tables: z.int().describe('Tables that it is to have; 0 until it has begun.'),
    done: z.int().describe('Tables that are written.'),
    progress: z.number().min(0).max(1).describe('The share of the tables that is written.'),
    rows: z.int(),
    bytes: z.int().describe('Compressed.'),
    error: z.string().nullable(),
    created_at: timestampSchema,
    started_at: timestampSchema.nullable(),
    finished_at: timestampSchema.nullable(),
    expires_at: timestampSchema.nullable().describe('The time at which it is deleted.'),
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
