import { scanTarget } from '@sonde/scanner/checks/domain-name.ts';
import { domainScanResult } from '@sonde/scanner/result/domain-scan-result.ts';
import { NotFound } from '@sonde/shared/errors.ts';
import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { domainScanSchema } from '@sonde/shared/schemas/domain-scan.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { TrackedDomainStore } from '../../ports/scans/tracked-domains.ts';

export const getDomain = defineEndpoint({
  method: 'GET',
  path: '/api/domain/{domain}',
  summary: "Show a domain's latest scan",
  description:
    'Returns the latest result of each check from earlier scans. The operation starts no new ' +
    'scan. A domain that was never scanned is answered with 404.',
  family: 'Domains',
  access: 'public',
  params: z.object({ domain: domainNameSchema }),
  response: domainScanSchema,
  errors: ['not_found'],
  async run({ params }, { trackedDomains }: { trackedDomains: Pick<TrackedDomainStore, 'find'> }) {
    const domain = scanTarget(params.domain);
    const tracked = await trackedDomains.find(domain);
    if (tracked === undefined) throw new NotFound('scan of this domain yet');
    return domainScanResult({ domain, parts: tracked.parts, at: tracked.lastScannedAt, milliseconds: null });
  },
});
