import { Conflict, NotFound } from '@sonde/shared/errors.ts';
import { z } from 'zod';
import { reportDocumentSchema } from '../../domain/intelligence/compliance/report-document.ts';
import { reportCsv, reportHtml } from '../../domain/intelligence/compliance/report-text.ts';
import { type BrandPorts, chooseBrand } from '../../domain/people/brand/choose-brand.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { StreamedAnswer } from '../../http/streamed-answer.ts';
import type { ComplianceReportStore } from '../../ports/compliance/compliance-reports.ts';
import { presentReport, reportParams, reportSchema } from './present-report.ts';

export const getComplianceReport = defineEndpoint({
  method: 'GET',
  path: '/api/v2/compliance/reports/{report_id}',
  summary: 'Show a compliance report',
  description: 'Returns the progress, and the finished report as JSON, as a printable page, or as CSV.',
  family: 'Compliance',
  access: 'authenticated',
  params: reportParams,
  query: z.object({ format: z.enum(['json', 'html', 'csv']).default('json') }),
  response: reportSchema.extend({
    document: reportDocumentSchema.nullable().describe('Null until the report is finished.'),
    integrity: z
      .object({
        digest: z.string().describe('SHA-256 of the document, in hexadecimal.'),
        signature: z.string().describe('Ed25519 signature in base64.'),
        key_id: z.string(),
      })
      .nullable(),
  }),
  streams: ['text/html', 'text/csv'],
  errors: ['not_found', 'conflict'],
  async run(
    { caller, params, query, origin },
    {
      complianceReports,
      brands,
    }: BrandPorts & { readonly complianceReports: Pick<ComplianceReportStore, 'find' | 'written'> },
  ) {
    const report = await complianceReports.find(caller.accountId, params.report_id);
    if (report === undefined) throw new NotFound('report');
    const written = await complianceReports.written(caller.accountId, params.report_id);
    const document = written === undefined ? null : reportDocumentSchema.parse(written.document);
    if (query.format === 'json') {
      const integrity =
        written === undefined
          ? null
          : { digest: written.digest, signature: written.signature, key_id: written.keyId };
      return { ...presentReport(report), document, integrity };
    }
    if (document === null || written === undefined) throw new Conflict('The report is not finished yet.');
    const name = `${report.framework}-${document.generated_at.slice(0, 10)}`;
    return query.format === 'csv'
      ? new StreamedAnswer('text/csv', `${name}.csv`, reportCsv(document))
      : new StreamedAnswer(
          'text/html',
          `${name}.html`,
          reportHtml(document, written, chooseBrand(origin.host, { brands })),
        );
  },
});
