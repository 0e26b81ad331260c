import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { z } from 'zod';
import { readTrustAnchors, type TrustAnchor } from '../../domain/dnssec/chain/trust-anchor.ts';
import { InvalidInput } from '../../domain/errors.ts';
import { domainName } from '../../domain/scan/domain-name.ts';
import { validateSignedZoneText, validateZoneText } from '../../domain/scan/zonemd/validate-zone-text.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { Clock } from '../../ports/system/clock.ts';
import { presentZoneVerdict, zoneVerdictShape } from './zone-verdict.ts';

/** Characters. */
const longestZone = 900_000;
const longestAnchor = 10_000;

export const validateZoneFile = defineEndpoint({
  method: 'POST',
  path: '/api/v2/dnssec/zonemd/validate',
  summary: 'Validate the digest of a zone file',
  description:
    'ZONEMD (RFC 8976) of a zone that is sent along in master file format; nothing is asked of the network. $INCLUDE and ' +
    '$GENERATE are refused. With a trust anchor the signatures over the digest, or the proof that there is none, have to ' +
    'validate as well.',
  family: 'DNS intelligence',
  access: 'public',
  cost: 2,
  body: z.object({
    zone_file: z.string().min(1).max(longestZone),
    domain: domainNameSchema
      .optional()
      .describe("The zone's name, which relative names end with; that of its SOA where absent."),
    trust_anchor: z
      .string()
      .min(1)
      .max(longestAnchor)
      .optional()
      .describe('DS or DNSKEY records of the zone that are trusted, in master file format.'),
  }),
  response: z.object({
    zone: z.string().nullable(),
    line: z.int().nullable().describe('Where the text is no zone file.'),
    security: z
      .enum(['secure', 'insecure', 'bogus', 'indeterminate'])
      .nullable()
      .describe('What the signatures are worth by the trust anchor; null without one.'),
    security_message: z.string().nullable(),
    ...zoneVerdictShape,
  }),
  async run({ body }, { clock }: { clock: Clock }) {
    const zone = body.domain === undefined ? undefined : domainName(body.domain);
    const verdict =
      body.trust_anchor === undefined
        ? validateZoneText(body.zone_file, zone)
        : await validateSignedZoneText(body.zone_file, zone, {
            anchors: anchorsOf(body.trust_anchor),
            clock,
          });
    return {
      zone: verdict.zone,
      line: verdict.line ?? null,
      security: verdict.security?.status ?? null,
      security_message: verdict.security?.message ?? null,
      ...presentZoneVerdict(verdict),
    };
  },
});

function anchorsOf(text: string): TrustAnchor[] {
  try {
    return readTrustAnchors(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new InvalidInput('trust_anchor', `It can't be read: ${why.replace(/\.$/, '')}.`);
  }
}
