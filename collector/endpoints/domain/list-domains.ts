import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { TrackedDomainStore } from '../../ports/scans/tracked-domains.ts';
import { presentTrackedDomain, trackedDomainSchema } from './present-tracked-domain.ts';

export const listDomains = defineEndpoint({
  method: 'GET',
  path: '/api/domains',
  summary: 'List tracked domains',
  description: 'Every domain that was scanned, by name, with what its latest scans say.',
  family: 'Domains',
  access: 'public',
  query: z.object(pageParameters(100, 1_000)),
  response: z.object({
    count: z.int().describe('Domains on all pages.'),
    domains: z.array(trackedDomainSchema),
    limit: z.int(),
    offset: z.int(),
  }),
  async run({ query }, { trackedDomains }: { trackedDomains: Pick<TrackedDomainStore, 'list'> }) {
    const { count, domains } = await trackedDomains.list(query);
    return { count, domains: domains.map(presentTrackedDomain), ...query };
  },
});
