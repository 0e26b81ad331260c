import type { ZonemdResult } from '@sonde/scanner/checks/zonemd/zonemd-result.ts';
import { partResult } from '@sonde/scanner/result/part-result.ts';
import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { z } from 'zod';
import { type LookAtPorts, lookAt } from '../../domain/intelligence/scan/look-at.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { analysisShape, presentAnalysis } from './analysis-schema.ts';
import { presentZoneVerdict, zoneVerdictShape } from './zone-verdict.ts';

export const validateZoneDigest = defineEndpoint({
  method: 'GET',
  path: '/api/v2/dnssec/zonemd/validate',
  summary: "Validate a zone's digest",
  description:
    'Validates ZONEMD (RFC 8976). The digest covers the whole zone. `verdict` is null if no ' +
    'server allowed a zone transfer, which most servers rightly refuse.',
  family: 'DNS intelligence',
  access: 'public',
  cost: 3,
  timeLimit: 60_000,
  query: z.object({
    domain: domainNameSchema,
  }),
  response: z.object({
    domain: z.string(),
    zone: z.string().nullable(),
    published: z.array(z.string()).nullable(),
    security: z.string().nullable().describe("Security status of the records by Sonde's own validation."),
    server: z.string().nullable(),
    record_count: z.int().nullable(),
    verdict: z.object(zoneVerdictShape).nullable(),
    ...analysisShape,
  }),
  errors: ['overloaded'],
  async run({ query, signal }, ports: LookAtPorts) {
    const { domain, part } = await lookAt(query.domain, 'zonemd', ports, { signal });
    const result = partResult<ZonemdResult>({ zonemd: part }, 'zonemd') ?? null;
    const verdict = result?.verdict ?? null;
    return {
      domain,
      zone: result?.zone ?? null,
      published: result?.published?.slice() ?? null,
      security: result?.security ?? null,
      server: result?.server ?? null,
      record_count: result?.recordCount ?? null,
      verdict: verdict && presentZoneVerdict(verdict),
      ...presentAnalysis('zonemd', part),
    };
  },
});
