import { evidenceSchema, listingSchema } from '@sonde/shared/schemas/address-scan.ts';
import { scanErrorSchema } from '@sonde/shared/schemas/domain-scan.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { type ScanAddressPorts, scanAddress } from '../../domain/intelligence/addresses/scan-address.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { addressParams } from './address-parameters.ts';

export const getAddressReputation = defineEndpoint({
  method: 'GET',
  path: '/api/ip/{ip}/reputation',
  summary: "Tell an IP address's reputation",
  description:
    'Returns how certain it is that the address is abusive, from 0 to 100, with each piece of ' +
    'evidence. If a list refuses to answer or gives an answer that cannot be trusted, `listed` is ' +
    'null: this means neither listed nor clean.',
  family: 'Addresses',
  access: 'public',
  cost: 5,
  params: addressParams,
  response: z.object({
    ip: z.string(),
    abuse_confidence: z.int(),
    total_reports: z.int(),
    num_distinct_users: z.int(),
    last_reported_at: timestampSchema.nullable(),
    is_whitelisted: z.boolean(),
    blacklists: z
      .object({
        total_hits: z.int().nullable().describe('Null if no list gave an answer.'),
        details: z.record(z.string(), listingSchema),
      })
      .nullable(),
    is_tor: z.boolean().nullable(),
    is_proxy: z.boolean().nullable(),
    is_vpn: z.boolean().nullable(),
    threat_categories: z.array(z.int()),
    evidence: z.array(evidenceSchema),
    data_sources: z.array(z.string()),
    errors: z.array(scanErrorSchema),
  }),
  async run({ params, signal }, ports: ScanAddressPorts) {
    const request = { ip: params.ip, refresh: false, full: true, advanced: false };
    const { ip, reputation, network, data_sources, errors } = await scanAddress(request, ports, signal);
    const { blacklists } = reputation;
    return {
      ip,
      abuse_confidence: reputation.abuse_confidence,
      total_reports: reputation.total_reports,
      num_distinct_users: reputation.num_distinct_users,
      last_reported_at: reputation.last_reported_at,
      is_whitelisted: reputation.is_whitelisted,
      blacklists: blacklists && { total_hits: blacklists.hit_count, details: blacklists.details },
      is_tor: network.is_tor,
      is_proxy: network.is_proxy,
      is_vpn: network.is_vpn,
      threat_categories: reputation.threat_categories,
      evidence: reputation.evidence,
      data_sources,
      errors,
    };
  },
});
