import { addressScanSchema } from '@sonde/shared/schemas/address-scan.ts';
import { domainScanSchema } from '@sonde/shared/schemas/domain-scan.ts';
import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import {
  type BulkResult,
  type BulkResultsPorts,
  bulkResults,
} from '../../domain/intelligence/scan/bulk/bulk-results.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AddressSummary } from '../../ports/scans/bulk-jobs.ts';
import { presentSummary, summarySchema } from '../domain/present-summary.ts';
import { bulkJobParams } from './bulk-job-schema.ts';

const bulkResultSchema = z
  .object({
    position: z.int().describe('Position in the job, from 0.'),
    domain: z.string().describe('The domain or IP address.'),
    status: z.enum(['completed', 'failed']),
    error: z.string().nullable(),
    finished_at: timestampSchema,
    scan_id: z.string().nullable(),
    failures: z.int().nullable().describe('Number of failed findings.'),
    warnings: z.int().nullable(),
    summary: summarySchema.nullable().describe('Null for an IP address.'),
    address_summary: z
      .object({
        abuse_confidence: z.int(),
        blacklist_hits: z.int().nullable().describe('Null if no list gave an answer.'),
        country: z.string().nullable(),
        asn: z.int().nullable(),
        hostname: z.string().nullable(),
      })
      .nullable()
      .describe('Null for a domain.'),
    result: domainScanSchema
      .nullable()
      .optional()
      .describe('Only with `whole=true`. Null for an IP address.'),
    address_result: addressScanSchema
      .nullable()
      .optional()
      .describe('Only with `whole=true`. Absent for a domain.'),
  })
  .meta({ id: 'BulkResult' });

export const listBulkResults = defineEndpoint({
  method: 'GET',
  path: '/api/v2/bulk/jobs/{job_id}/results',
  summary: 'List the results of a bulk job',
  description:
    'Returns the results so far, in the order of submission. `whole=true` adds the complete scan ' +
    'of each item; such pages have at most 100 items.',
  family: 'Bulk scans',
  access: 'authenticated',
  params: bulkJobParams,
  query: z.object({
    ...pageParameters(100, 1_000),
    status: z.enum(['completed', 'failed']).optional(),
    whole: z.boolean().default(false),
  }),
  response: z.object({
    job_id: z.uuid(),
    count: countOnAllPages,
    results: z.array(bulkResultSchema),
    limit: z.int(),
    offset: z.int(),
  }),
  errors: ['not_found'],
  async run({ caller, params, query }, ports: BulkResultsPorts) {
    const question = { accountId: caller.accountId, jobId: params.job_id, ...query };
    const { count, results } = await bulkResults(question, ports);
    return {
      job_id: params.job_id,
      count,
      results: results.map(present),
      limit: query.limit,
      offset: query.offset,
    };
  },
});

function present({ item, result, addressResult }: BulkResult): z.input<typeof bulkResultSchema> {
  const { scan } = item;
  return {
    position: item.position,
    domain: item.domain,
    status: item.status,
    error: item.error,
    finished_at: item.finishedAt.toISOString(),
    scan_id: scan?.id ?? null,
    failures: scan?.failures ?? null,
    warnings: scan?.warnings ?? null,
    summary: scan?.summary == null ? null : presentSummary(scan.summary),
    address_summary: scan?.address === undefined ? null : presentAddress(scan.address),
    ...(result === undefined ? {} : { result }),
    ...(addressResult === undefined ? {} : { address_result: addressResult }),
  };
}

function presentAddress({ abuseConfidence, blacklistHits, country, asn, hostname }: AddressSummary) {
  return { abuse_confidence: abuseConfidence, blacklist_hits: blacklistHits, country, asn, hostname };
}
