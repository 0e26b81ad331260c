import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { z } from 'zod';
import { domainName } from '../../domain/scan/domain-name.ts';
import { validateZoneText } from '../../domain/scan/zonemd/validate-zone-text.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { presentZoneVerdict, zoneVerdictShape } from './zone-verdict.ts';

/** Characters. */
const longestZone = 900_000;

export const validateZoneFile = defineEndpoint({
  method: 'POST',
  path: '/api/v2/dnssec/zonemd/validate',
  summary: 'Validate the digest of a zone file',
  description:
    'ZONEMD (RFC 8976) of a zone that is sent along in master file format; nothing is asked of the network. $INCLUDE and ' +
    '$GENERATE are refused.',
  family: 'DNS intelligence',
  access: 'public',
  cost: 2,
  body: z.object({
    zone_file: z.string().min(1).max(longestZone),
    domain: domainNameSchema
      .optional()
      .describe("The zone's name, which relative names end with; that of its SOA where absent."),
  }),
  response: z.object({
    zone: z.string().nullable(),
    line: z.int().nullable().describe('Where the text is no zone file.'),
    ...zoneVerdictShape,
  }),
  async run({ body }) {
    const zone = body.domain === undefined ? undefined : domainName(body.domain);
    const verdict = validateZoneText(body.zone_file, zone);
    return { zone: verdict.zone, line: verdict.line ?? null, ...presentZoneVerdict(verdict) };
  },
});
