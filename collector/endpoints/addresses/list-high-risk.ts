import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AddressScanStore } from '../../ports/addresses/address-scans.ts';

export const listHighRisk = defineEndpoint({
  method: 'GET',
  path: '/api/ips/high-risk',
  summary: 'List IP addresses of high risk',
  description:
    'Returns addresses with a high risk, the highest first. The list covers addresses that this ' +
    'installation scanned or saw in its traffic, that accounts reported, or that several feeds ' +
    'list. Scores are updated every hour.',
  family: 'Addresses',
  access: 'public',
  query: z.object({
    limit: z.int().min(1).max(1_000).default(100),
    min_confidence: z.int().min(0).max(100).default(75),
  }),
  response: z.object({
    total: z
      .int()
      .describe('Number of all addresses with this risk, including those that the answer leaves out.'),
    ips: z.array(
      z.object({
        ip: z.string(),
        abuse_confidence: z.int(),
        total_reports: z.int(),
        country: z.string().nullable(),
        asn: z.int().nullable(),
        last_seen: timestampSchema,
      }),
    ),
  }),
  async run({ query }, { addressScans }: { addressScans: Pick<AddressScanStore, 'highRisk'> }) {
    const { total, scores } = await addressScans.highRisk({
      minConfidence: query.min_confidence,
      limit: query.limit,
    });
    return {
      total,
      ips: scores.map(({ ip, abuseConfidence, totalReports, country, asn, lastSeen }) => ({
        ip,
        abuse_confidence: abuseConfidence,
        total_reports: totalReports,
        country,
        asn,
        last_seen: lastSeen.toISOString(),
      })),
    };
  },
});
