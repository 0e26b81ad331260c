import { type WriteReportsPorts, writeReports } from '../../domain/intelligence/compliance/write-reports.ts';
import { defineJob } from '../define-job.ts';

export const writeComplianceReports = defineJob<WriteReportsPorts>({
  name: 'write-compliance-reports',
  summary: 'Writes reports of compliance that wait, which all collectors share.',
  everySeconds: 1,
  run: writeReports,
});
