import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { MailReportStore } from '../../ports/accounts/mail-reports.ts';
import { mailReportSchema, presentReport } from './present-report.ts';

export const listMailReports = defineEndpoint({
  method: 'GET',
  path: '/api/v1/notifications/reports',
  summary: 'List the reports that are mailed',
  description: 'Returns the mailed reports of the account, with their times and recipients.',
  family: 'Notifications',
  access: 'authenticated',
  needs: 'analyst',
  response: z.object({ count: countInAnswer, reports: z.array(mailReportSchema) }),
  async run({ caller }, ports: { readonly mailReports: Pick<MailReportStore, 'list'> }) {
    const reports = await ports.mailReports.list(caller.accountId);
    return { count: reports.length, reports: reports.map(presentReport) };
  },
});
