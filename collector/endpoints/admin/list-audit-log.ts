import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { auditEntrySchema, presentAuditEntry } from '../account/present-audit-entry.ts';

export const listAuditLog = defineEndpoint({
  method: 'GET',
  path: '/api/admin/audit-log',
  summary: 'List the audit log',
  description:
    'Returns the actions of administrators and owners, newest first. Entries are kept for 400 days.',
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
    entries: z.array(auditEntrySchema),
    limit: z.int(),
    offset: z.int(),
  }),
  async run({ query }, ports: { audit: Pick<AuditLog, 'list'> }) {
    const { account_id: accountId, action, object, ...page } = query;
    const { count, entries } = await ports.audit.list({ accountId, action, object }, page);
    return {
      count,
      entries: entries.map(presentAuditEntry),
      ...page,
    };
  },
});
