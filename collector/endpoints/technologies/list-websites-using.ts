import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { TechnologyStore } from '../../ports/technologies/technology-store.ts';
import { family } from './technology-schema.ts';

export const listWebsitesUsing = defineEndpoint({
  method: 'GET',
  path: '/api/tech/using/{tech_name}',
  summary: 'List the sites that use a technology',
  description:
    'Returns the sites from earlier scans that use the technology, sorted by name. For an unknown ' +
    'technology, the list is empty.',
  family,
  access: 'public',
  params: z.object({
    tech_name: z
      .string()
      .min(1)
      .max(200)
      .describe('Name of the technology, in upper or lower case.')
      .meta({ examples: ['WordPress'] }),
  }),
  query: z.object({
    version: z.string().min(1).max(100).optional().describe('A version. `6` also matches 6.5.2.'),
    limit: z.int().min(1).max(1_000).default(100),
    offset: z.int().min(0).max(1_000_000).default(0),
  }),
  response: z.object({
    technology: z.string(),
    category: z.string().nullable(),
    count: countOnAllPages,
    limit: z.int(),
    offset: z.int(),
    websites: z.array(
      z.object({
        domain: z.string(),
        version: z.string().nullable(),
        confidence: z.int(),
        first_seen: timestampSchema,
        last_seen: timestampSchema,
      }),
    ),
  }),
  async run({ params, query }, { technologies }: { technologies: Pick<TechnologyStore, 'using'> }) {
    const { limit, offset, version } = query;
    const users = await technologies.using(params.tech_name, { limit, offset, version });
    return {
      technology: users?.name ?? params.tech_name,
      category: users?.category ?? null,
      count: users?.count ?? 0,
      limit,
      offset,
      websites: (users?.websites ?? []).map(({ firstSeen, lastSeen, ...one }) => ({
        ...one,
        first_seen: firstSeen.toISOString(),
        last_seen: lastSeen.toISOString(),
      })),
    };
  },
});
