import { domainName } from '@sonde/scanner/checks/domain-name.ts';
import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { z } from 'zod';
import type { ZoneFile } from '../../domain/intelligence/zones/zone-files.ts';

/** Characters. */
const longestZone = 900_000;
/** Each further unit of the caller's burst pays for this many characters of a zone file. */
const charactersForUnit = 20_000;

/** A zone file's body is a zone as it is sent along. */
export const zoneFileShape = {
  zone_file: z
    .string()
    .min(1)
    .max(longestZone)
    .meta({
      examples: ['example.com. 3600 IN SOA ns1.example.com. dns.example.com. 1 7200 900 1209600 300\n'],
    }),
  domain: domainNameSchema
    .optional()
    .describe('Name of the zone, which completes relative names. Default: the owner of the SOA record.'),
};

interface ZoneFileBody {
  readonly zone_file: string;
  readonly domain?: string | undefined;
}

export function zoneFileOf({ zone_file: text, domain }: ZoneFileBody): Pick<ZoneFile, 'text' | 'zone'> {
  return { text, zone: domain === undefined ? undefined : domainName(domain) };
}

/** Units beyond those that the operation takes anyway. */
export function zoneFileCost(body: ZoneFileBody): number {
  return Math.floor(body.zone_file.length / charactersForUnit);
}
