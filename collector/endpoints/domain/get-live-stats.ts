import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import type { PlatformNumbers } from '../../domain/traffic/platform/platform-numbers.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AddressScanStore } from '../../ports/addresses/address-scans.ts';

export const getLiveStats = defineEndpoint({
  method: 'GET',
  path: '/api/stats/live',
  summary: 'Show the numbers of the platform',
  description:
    'Returns numbers of this installation, counted every few seconds. Numbers of features that ' +
    'this installation does not use are null.',
  family: 'Domains',
  access: 'public',
  response: z.object({
    total_domains: z.int().describe('Number of scanned domains.'),
    ssl_certificates: z.int().describe('Number of domains with a known certificate.'),
    email_records: z.int().describe('Number of domains with an SPF or DMARC record.'),
    drift_monitoring: z.int().describe('Number of domains that are rescanned automatically.'),
    ips_tracked: z.int().describe('Number of scanned addresses.'),
    active_feeds: z.int(),
    last_updated: timestampSchema,
  }),
  async run(
    _input,
    ports: {
      platform: Pick<PlatformNumbers, 'live'>;
      addressScans: Pick<AddressScanStore, 'count'>;
    },
  ) {
    const [{ domains, activeFeeds, at }, { addresses }] = await Promise.all([
      ports.platform.live(),
      ports.addressScans.count(),
    ]);
    return {
      total_domains: domains.domains,
      ssl_certificates: domains.certificates,
      email_records: domains.emailRecords,
      drift_monitoring: domains.monitored,
      ips_tracked: addresses,
      active_feeds: activeFeeds,
      last_updated: at.toISOString(),
    };
  },
});
