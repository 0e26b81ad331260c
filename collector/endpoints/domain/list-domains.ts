import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { TrackedDomainStore } from '../../ports/scans/tracked-domains.ts';
import { presentTrackedDomain, trackedDomainSchema } from './present-tracked-domain.ts';

export const listDomains = defineEndpoint({
  method: 'GET',
  path: '/api/domains',
  summary: 'List tracked domains',
  description: 'Returns every scanned domain, sorted by name, with the results of its latest scans.',
  family: 'Domains',
  access: 'public',
  query: z
    .object({
      ...pageParameters(100, 1_000),
      page: z
        .int()
        .min(1)
        .max(1_000_000)
        .optional()
        .describe('Page number from 1, for pages of `per_page`. Use it instead of `offset`.'),
      per_page: z.int().min(1).max(1_000).optional().describe('Items per page. Use it instead of `limit`.'),
    })
    .refine(({ page, offset }) => page === undefined || offset === 0, {
      path: ['page'],
      message: 'Either a page or an offset is asked for.',
    }),
  response: z.object({
    count: countOnAllPages,
    domains: z.array(trackedDomainSchema),
    limit: z.int(),
    offset: z.int(),
  }),
  async run({ query }, { trackedDomains }: { trackedDomains: Pick<TrackedDomainStore, 'list'> }) {
    const limit = query.per_page ?? query.limit;
    const offset = query.page === undefined ? query.offset : (query.page - 1) * limit;
    const { count, domains } = await trackedDomains.list({ limit, offset });
    return { count, domains: domains.map(presentTrackedDomain), limit, offset };
  },
});
