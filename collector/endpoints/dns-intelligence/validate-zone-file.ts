import { z } from 'zod';
import type { ZoneFiles } from '../../domain/intelligence/zones/zone-files.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { largestJson, ordinaryJson } from '../../http/json-limits.ts';
import { zoneFileCost, zoneFileOf, zoneFileShape } from './zone-file-body.ts';
import { presentZoneVerdict, zoneVerdictShape } from './zone-verdict.ts';

/** Characters. */
const longestAnchor = 10_000;

export const validateZoneFile = defineEndpoint({
  method: 'POST',
  path: '/api/v2/dnssec/zonemd/validate',
  summary: 'Validate the digest of a zone file',
  description:
    'Validates ZONEMD (RFC 8976) of a zone in master file format. No query is sent. $INCLUDE and ' +
    '$GENERATE are refused. The request costs 2 units, plus one for each 20,000 characters. With ' +
    'a trust anchor, the signatures over the digest, or over the proof that there is none, must ' +
    'also validate.',
  family: 'DNS intelligence',
  access: 'public',
  cost: 2,
  jsonLimits: { ...ordinaryJson, bytes: largestJson.bytes },
  body: z.object({
    ...zoneFileShape,
    trust_anchor: z
      .string()
      .min(1)
      .max(longestAnchor)
      .optional()
      .describe('Trusted DS or DNSKEY records of the zone, in master file format.'),
  }),
  response: z.object({
    zone: z.string().nullable(),
    line: z.int().nullable().describe('Line of the syntax error.'),
    security: z
      .enum(['secure', 'insecure', 'bogus', 'indeterminate'])
      .nullable()
      .describe('Security status of the signatures by the trust anchor; null without one.'),
    security_message: z.string().nullable(),
    ...zoneVerdictShape,
  }),
  errors: ['overloaded'],
  extraCost: zoneFileCost,
  async run({ body, signal }, { zoneFiles }: { zoneFiles: ZoneFiles }) {
    const file = { ...zoneFileOf(body), anchors: body.trust_anchor };
    const verdict = await zoneFiles.validate(file, signal);
    return {
      zone: verdict.zone,
      line: verdict.line,
      security: verdict.security?.status ?? null,
      security_message: verdict.security?.message ?? null,
      ...presentZoneVerdict(verdict),
    };
  },
});
