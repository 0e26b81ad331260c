import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';

const entrySchema = z
  .object({
    id: idSchema,
    at: timestampSchema,
    account_id: idSchema.nullable().describe('Who; null if nobody was known.'),
    key_id: idSchema.nullable().describe('With which key; null for a token.'),
    address: z.string(),
    request_id: z.string(),
    action: z.string(),
    object: z.string().describe('To what, such as `account:12`.'),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' });

export const listAuditLog = defineEndpoint({
  method: 'GET',
  path: '/api/admin/audit-log',
  summary: 'List the audit log',
  description: 'What administrators and owners did, newest first. Entries are kept for 400 days.',
  family: 'Administration',
  access: 'admin',
  query: z.object({
    account_id: idSchema.optional(),
    action: z.string().min(1).max(64).optional(),
    object: z.string().min(1).max(256).optional(),
    ...pageParameters(100, 1_000),
  }),
  response: z.object({
    count: countOnAllPages,
    entries: z.array(entrySchema),
    limit: z.int(),
    offset: z.int(),
  }),
  async run({ query }, ports: { audit: Pick<AuditLog, 'list'> }) {
    const { account_id: accountId, action, object, ...page } = query;
    const { count, entries } = await ports.audit.list({ accountId, action, object }, page);
    return {
      count,
      entries: entries.map((entry) => ({
        id: entry.id,
        at: entry.at.toISOString(),
        account_id: entry.accountId,
        key_id: entry.keyId,
        address: entry.address,
        request_id: entry.requestId,
        action: entry.action,
        object: entry.object,
        details: { ...entry.details },
      })),
      ...page,
    };
  },
});
