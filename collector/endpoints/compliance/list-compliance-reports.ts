import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ComplianceReportStore } from '../../ports/compliance/compliance-reports.ts';
import { presentReport, reportSchema } from './present-report.ts';

export const listComplianceReports = defineEndpoint({
  method: 'GET',
  path: '/api/v2/compliance/reports',
  summary: 'List compliance reports',
  description: 'Returns the reports of the account, newest first. The latest 500 finished reports are kept.',
  family: 'Compliance',
  access: 'authenticated',
  query: z.object(pageParameters(100, 1_000)),
  response: z.object({
    count: countOnAllPages,
    reports: z.array(reportSchema),
    limit: z.int(),
    offset: z.int(),
  }),
  async run(
    { caller, query },
    { complianceReports }: { readonly complianceReports: Pick<ComplianceReportStore, 'list'> },
  ) {
    const { count, reports } = await complianceReports.list(caller.accountId, query);
    return { count, reports: reports.map(presentReport), ...query };
  },
});
