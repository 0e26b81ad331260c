import { scanTarget } from '@sonde/scanner/checks/domain-name.ts';
import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { DomainScanHistory } from '../../ports/scans/domain-scans.ts';
import { presentSummary, summarySchema } from './present-summary.ts';

export const getDomainHistory = defineEndpoint({
  method: 'GET',
  path: '/api/domain/{domain}/history',
  summary: "List a domain's scans",
  description:
    'Returns the newest scan first. A field is null if the scan did not check it or could not determine it.',
  family: 'Domains',
  access: 'public',
  params: z.object({ domain: domainNameSchema }),
  query: z.object({ limit: z.int().min(1).max(1_000).default(100) }),
  response: z.object({
    domain: z.string(),
    count: countOnAllPages,
    history: z.array(
      z.object({
        scan_timestamp: timestampSchema,
        scan_id: z.string(),
        scan_duration_ms: z.int(),
        trigger: z.enum(['request', 'bulk', 'monitor']),
        checks: z.array(z.string()),
        failures: z.int().describe('Number of failed findings.'),
        warnings: z.int(),
        ...summarySchema.shape,
      }),
    ),
    limit: z.int(),
  }),
  async run({ params, query }, { domainScans }: { domainScans: Pick<DomainScanHistory, 'list'> }) {
    const domain = scanTarget(params.domain);
    const { count, scans } = await domainScans.list(domain, query.limit);
    return {
      domain,
      count,
      history: scans.map((scan) => ({
        scan_timestamp: scan.at.toISOString(),
        scan_id: scan.id,
        scan_duration_ms: scan.milliseconds,
        trigger: scan.trigger,
        checks: [...scan.checks],
        failures: scan.failures,
        warnings: scan.warnings,
        ...presentSummary(scan.summary),
      })),
      limit: query.limit,
    };
  },
});
