import { NotFound } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { nextTime } from '@sonde/shared/time/next-time.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { MailReportStore } from '../../ports/accounts/mail-reports.ts';

export const mailTokenBody = z.object({
  token: z
    .uuid()
    .describe('The token in the link of the mail.')
    .meta({ examples: ['6f1c2a52-94cc-4f5e-8a3f-0d7f4a1c9be2'] }),
});

export const confirmMailReport = defineEndpoint({
  method: 'POST',
  path: '/api/v1/notifications/reports/confirm',
  summary: 'Confirm that reports may be mailed to an address',
  description:
    'Confirms that the report can be mailed. The token from the confirmation mail is enough; no ' +
    'other credential is needed.',
  family: 'Notifications',
  access: 'public',
  body: mailTokenBody,
  response: z.object({ recipient: z.string(), next_at: z.iso.datetime() }),
  errors: ['not_found'],
  async run(
    { body },
    {
      mailReports,
      clock,
    }: { readonly mailReports: Pick<MailReportStore, 'find' | 'confirm'>; readonly clock: Clock },
  ) {
    const report = await mailReports.find(body.token);
    if (report === undefined) throw new NotFound('report by mail');
    const nextAt = report.nextAt ?? nextTime(report, new Date(clock.now()));
    if (!(await mailReports.confirm(body.token, nextAt))) throw new NotFound('report by mail');
    return { recipient: report.recipient, next_at: nextAt.toISOString() };
  },
});
