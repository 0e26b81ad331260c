import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { StreamedAnswer } from '../../http/streamed-answer.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { exportCsv, exportNdjson } from './export-audit.ts';
import { auditEntrySchema, presentAuditEntry } from './present-audit-entry.ts';

export const listAccountAudit = defineEndpoint({
  method: 'GET',
  path: '/api/account/audit-log',
  summary: "List the account's audit log",
  description:
    'Returns the recorded actions of the people and keys of the account, newest first. Entries ' +
    'are kept for 400 days. NDJSON and CSV contain the whole hash chain, oldest first, with the ' +
    'position and hash of each entry.',
  family: 'Account',
  access: 'authenticated',
  needs: 'auditor',
  query: z.object({
    format: z.enum(['json', 'ndjson', 'csv']).default('json'),
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
  streams: ['application/x-ndjson', 'text/csv'],
  async run({ caller: { accountId }, query }, { audit }: { audit: Pick<AuditLog, 'list' | 'chain'> }) {
    const { format, action, object, ...page } = query;
    if (format === 'ndjson') {
      return new StreamedAnswer('application/x-ndjson', 'audit-log.ndjson', exportNdjson(accountId, audit));
    }
    if (format === 'csv') return new StreamedAnswer('text/csv', 'audit-log.csv', exportCsv(accountId, audit));
    const { count, entries } = await audit.list({ accountId, action, object }, page);
    return { count, entries: entries.map(presentAuditEntry), ...page };
  },
});
