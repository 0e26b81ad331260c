import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { z } from 'zod';
import { type SubmitReportPorts, submitReport } from '../../domain/intelligence/compliance/submit-report.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { largestJson, ordinaryJson } from '../../http/json-limits.ts';
import { presentReport, reportSchema } from './present-report.ts';

export const generateReport = defineEndpoint({
  method: 'POST',
  path: '/api/v2/compliance/generate-report',
  summary: 'Generate a compliance report',
  description:
    'Starts a report in the background; `/api/v2/compliance/reports/{report_id}` shows its ' +
    'progress. The report uses the latest scans of the domains and what the account does with its ' +
    'own traffic. With `scan`, the domains are scanned again first. The report states what was ' +
    'measured. It is not an assessment.',
  family: 'Compliance',
  access: 'enterprise',
  needs: 'analyst',
  cost: 10,
  // A thousand names of the longest form.
  jsonLimits: { ...ordinaryJson, bytes: largestJson.bytes },
  body: z.object({
    framework: z
      .string()
      .min(1)
      .max(64)
      .meta({ examples: ['internet.nl'] }),
    domains: z
      .array(domainNameSchema)
      .max(1_000)
      .default([])
      .meta({ examples: [['example.com', 'example.org']] }),
    title: z.string().trim().min(1).max(200).optional(),
    scan: z.boolean().default(false).describe('Whether to scan the domains again first.'),
  }),
  response: reportSchema,
  status: 202,
  errors: ['not_found'],
  async run({ caller, body }, ports: SubmitReportPorts) {
    const { framework, domains, title, scan } = body;
    return presentReport(
      await submitReport({ accountId: caller.accountId, framework, domains, title, scan }, ports),
    );
  },
});
