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
    'Starts a job in the background. All collectors work on it, and it continues after a restart. ' +
    '`/api/v2/bulk/jobs/{job_id}` shows its progress, and `/results` below that the results so ' +
    'far. An item that is named twice is scanned once. IP addresses are checked one by one, about ' +
    'two per second, because DNS blocklists limit the rate. For a whole network, use ' +
    '`/api/v2/range-jobs`.',
  family: 'Bulk scans',
  access: 'authenticated',
  needs: 'analyst',
  cost: 10,
  jsonLimits: largestJson,
  body: z.object({
    domains: z
      .array(domainNameSchema.describe('A domain or an IP address.'))
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
