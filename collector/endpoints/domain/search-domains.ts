import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { z } from 'zod';
import { searchText } from '../../domain/intelligence/scan/search-text.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { TrackedDomainStore } from '../../ports/scans/tracked-domains.ts';
import { presentTrackedDomain, trackedDomainSchema } from './present-tracked-domain.ts';

export const searchDomains = defineEndpoint({
  method: 'GET',
  path: '/api/search',
  summary: 'Search tracked domains',
  description:
    'Returns the domains whose names contain the text. An exact match comes first, then names ' +
    'that begin with the text.',
  family: 'Domains',
  access: 'public',
  query: z.object({
    q: z
      .string()
      .trim()
      .min(1)
      .max(253)
      .meta({ examples: ['example'] }),
    limit: z.int().min(1).max(1_000).default(100),
  }),
  response: z.object({
    query: z.string().describe('The search text in its normal form.'),
    count: countOnAllPages,
    domains: z.array(trackedDomainSchema),
    limit: z.int(),
  }),
  async run({ query }, { trackedDomains }: { trackedDomains: Pick<TrackedDomainStore, 'search'> }) {
    const text = searchText(query.q);
    const { count, domains } =
      text === undefined ? { count: 0, domains: [] } : await trackedDomains.search(text, query.limit);
    return {
      query: text ?? query.q,
      count,
      domains: domains.map(presentTrackedDomain),
      limit: query.limit,
    };
  },
});
