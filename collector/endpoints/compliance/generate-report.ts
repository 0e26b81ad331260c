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
    'The report is written in the background: ask for it under `/api/v2/compliance/reports/{report_id}`. It rests on the latest ' +
    'scans of the domains, which `scan` has made anew before, and on what the account does with its own traffic. It tells what ' +
    'was measured, and is no assessment.',
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
    scan: z.boolean().default(false).describe('Scan the domains anew before.'),
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
