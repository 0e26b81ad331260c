import { NotFound } from '@sonde/shared/errors.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ComplianceReportStore } from '../../ports/compliance/compliance-reports.ts';
import { reportParams } from './present-report.ts';

export const deleteComplianceReport = defineEndpoint({
  method: 'DELETE',
  path: '/api/v2/compliance/reports/{report_id}',
  summary: 'Delete a compliance report',
  description: 'Deletes the report. A report that is not finished is canceled.',
  family: 'Compliance',
  access: 'authenticated',
  needs: 'analyst',
  params: reportParams,
  response: z.object({ success: z.literal(true) }),
  errors: ['not_found'],
  async run(
    { caller, params },
    { complianceReports }: { readonly complianceReports: Pick<ComplianceReportStore, 'delete'> },
  ) {
    if (!(await complianceReports.delete(caller.accountId, params.report_id))) throw new NotFound('report');
    return { success: true as const };
  },
});
