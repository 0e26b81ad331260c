import { NotFound } from '@sonde/shared/errors.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { MailReportStore } from '../../ports/accounts/mail-reports.ts';
import { mailTokenBody } from './confirm-mail-report.ts';

export const unsubscribeMailReport = defineEndpoint({
  method: 'POST',
  path: '/api/v1/notifications/reports/unsubscribe',
  summary: 'End the reports that are mailed to an address',
  description:
    'Stops the mailed report that the token belongs to. The token from any of the mails is enough; no other ' +
    'credential is needed.',
  family: 'Notifications',
  access: 'public',
  body: mailTokenBody,
  response: z.object({ success: z.literal(true) }),
  errors: ['not_found'],
  async run({ body }, ports: { readonly mailReports: Pick<MailReportStore, 'unsubscribe'> }) {
    if (!(await ports.mailReports.unsubscribe(body.token))) throw new NotFound('report by mail');
    return { success: true as const };
  },
});
