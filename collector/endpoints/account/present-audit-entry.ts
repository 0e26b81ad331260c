import { idSchema } from '@sonde/shared/schemas/id.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import type { RecordedAuditEntry } from '../../ports/accounts/audit-log.ts';

export const auditEntrySchema = z
  .object({
    id: idSchema,
    at: timestampSchema,
    account_id: idSchema.nullable().describe('The account that acted; null if unknown.'),
    key_id: idSchema.nullable().describe('The key that was used; null for a token.'),
    address: z.string(),
    request_id: z.string(),
    action: z.string(),
    object: z.string().describe('The object of the action, such as `account:12`.'),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' });

/** Presents an entry of the audit log as the API shows it. */
export function presentAuditEntry(entry: RecordedAuditEntry): z.input<typeof auditEntrySchema> {
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    account_id: entry.accountId,
    key_id: entry.keyId,
    address: entry.address,
    request_id: entry.requestId,
    action: entry.action,
    object: entry.object,
    details: { ...entry.details },
  };
}
