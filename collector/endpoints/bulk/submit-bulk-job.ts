import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { z } from 'zod';
import { type SubmitBulkPorts, submitBulk } from '../../domain/intelligence/scan/bulk/submit-bulk.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { largestJson } from '../../http/json-limits.ts';
import { bulkJobSchema, presentBulkJob } from './bulk-job-schema.ts';

export const submitBulkJob = defineEndpoint({
  method: 'POST',
  path: '/api/v2/bulk/submit',
  summary: 'Submit many domains and IP addresses to be scanned',
  description:
    'The job runs by itself, shared by all collectors, and goes on after a restart. Ask for it under ' +
    '`/api/v2/bulk/jobs/{job_id}`, for what is done under `/results` below that. One that is named twice is scanned once. Addresses are ' +
    'looked at one by one as lists in the DNS allow, some twice a second; for a whole network `/api/v2/range-jobs` is there.',
  family: 'Bulk scans',
  access: 'authenticated',
  needs: 'analyst',
  cost: 10,
  jsonLimits: largestJson,
  body: z.object({
    domains: z
      .array(domainNameSchema.describe('A domain, or an IP address.'))
      .min(1)
      .max(10_000)
      .meta({ examples: [['example.com', 'example.org', '192.0.2.1']] }),
    check_ssl: z.boolean().default(true),
    advanced: z.boolean().default(false),
  }),
  response: bulkJobSchema,
  status: 202,
  async run({ caller, body }, ports: SubmitBulkPorts) {
    const options = { checkSsl: body.check_ssl, advanced: body.advanced };
    return presentBulkJob(
      await submitBulk({ accountId: caller.accountId, domains: body.domains, options }, ports),
    );
  },
});
