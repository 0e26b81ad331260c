import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import {
  type ScheduleReportPorts,
  scheduleReport,
} from '../../domain/people/mail-reports/schedule-report.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { mailReportSchema, presentReport, reportTimesShape } from './present-report.ts';

export const createMailReport = defineEndpoint({
  method: 'POST',
  path: '/api/v1/notifications/reports',
  summary: 'Have a report mailed every day or week',
  description:
    'Mails the output of `sonde report` for the last 24 hours or 7 days, as text and HTML. The ' +
    'operator of the collector must allow the recipient. The recipient is first asked by mail, ' +
    'and nothing else is sent before someone confirms. Each mail has a link that stops the ' +
    'reports. `SONDE_SMTP_URL` and `SONDE_PUBLIC_URL` must be set; otherwise the answer is 409.',
  family: 'Notifications',
  access: 'authenticated',
  cost: 5,
  timeLimit: 30_000,
  body: z.object({
    ...reportTimesShape,
    recipient: z
      .string()
      .trim()
      .max(320)
      .meta({ examples: ['noc@example.com'] }),
    weekday: reportTimesShape.weekday.default(1),
    location_id: reportTimesShape.location_id.optional(),
  }),
  response: mailReportSchema,
  status: 201,
  errors: ['not_found', 'conflict'],
  async run(
    { caller, body, origin, signal },
    ports: ScheduleReportPorts & { readonly audit: Pick<AuditLog, 'record'> },
  ) {
    const { time_zone: timeZone, location_id: locationId = null, ...times } = body;
    const report = await scheduleReport(caller.accountId, { ...times, timeZone, locationId }, ports, signal);
    await ports.audit.record(
      act(caller, origin, { action: 'mail_report_created', object: `mail_report:${report.id}` }),
    );
    return presentReport(report);
  },
});
