import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { MailReportStore } from '../../ports/accounts/mail-reports.ts';

export const deleteMailReport = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/notifications/reports/{id}',
  summary: 'Mail a report no more',
  description: 'Deletes the report. It is no longer mailed.',
  family: 'Notifications',
  access: 'authenticated',
  params: z.object({ id: idSchema }),
  response: z.object({ success: z.literal(true) }),
  errors: ['not_found'],
  async run(
    { caller, params, origin },
    ports: {
      readonly mailReports: Pick<MailReportStore, 'remove'>;
      readonly audit: Pick<AuditLog, 'record'>;
    },
  ) {
    if (!(await ports.mailReports.remove(caller.accountId, params.id))) throw new NotFound('report by mail');
    const object = `mail_report:${params.id}`;
    await ports.audit.record(act(caller, origin, { action: 'mail_report_deleted', object }));
    return { success: true as const };
  },
});
