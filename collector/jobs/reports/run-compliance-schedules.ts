import {
  type RunSchedulesPorts,
  runSchedules,
} from '../../domain/intelligence/compliance/schedules/run-schedules.ts';
import {
  type TellRecipientsPorts,
  tellRecipients,
} from '../../domain/intelligence/compliance/schedules/tell-recipients.ts';
import { defineJob } from '../define-job.ts';

export const runComplianceSchedules = defineJob<RunSchedulesPorts>({
  name: 'run-compliance-schedules',
  summary: 'Asks for the reports of compliance that are due, each once in the cluster.',
  everySeconds: 15,
  run: runSchedules,
});

export const tellOfComplianceReports = defineJob<TellRecipientsPorts>({
  name: 'tell-of-compliance-reports',
  summary: 'Tells the recipients of scheduled reports of compliance, with repetitions.',
  everySeconds: 5,
  run: tellRecipients,
});
