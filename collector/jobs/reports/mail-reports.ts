import { type SendReportsPorts, sendDueReports } from '../../domain/people/mail-reports/send-due-reports.ts';
import { defineJob } from '../define-job.ts';

export const mailReports = defineJob<SendReportsPorts>({
  name: 'mail-reports',
  summary: 'Mails the reports that are due, each from one of the collectors.',
  everySeconds: 60,
  firstSeconds: 15,
  run: sendDueReports,
});
