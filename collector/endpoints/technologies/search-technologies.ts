import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { TechnologyStore } from '../../ports/technologies/technology-store.ts';
import { family, usedTechnologySchema } from './technology-schema.ts';

export const searchTechnologies = defineEndpoint({
  method: 'GET',
  path: '/api/tech/search',
  summary: 'Search technologies and sites by a part of their name',
  description:
    'Returns technologies and sites whose names contain the text. Case is ignored. Names that ' +
    'begin with the text come first.',
  family,
  access: 'public',
  query: z.object({
    q: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .meta({ examples: ['wordpress'] }),
    limit: z.int().min(1).max(100).default(20).describe('Maximum number of technologies, and of sites.'),
  }),
  response: z.object({
    query: z.string(),
    count: countInAnswer,
    technologies: z.array(usedTechnologySchema),
    websites: z.array(
      z.object({ domain: z.string(), technology_count: z.int(), last_scanned: timestampSchema }),
    ),
  }),
  async run({ query }, ports: { technologies: Pick<TechnologyStore, 'search'> }) {
    const { technologies, websites } = await ports.technologies.search(query.q, query.limit);
    return {
      query: query.q,
      count: technologies.length + websites.length,
      technologies: technologies.map(({ name, category, websites: count }) => ({
        name,
        category,
        website_count: count,
      })),
      websites: websites.map(({ domain, technologies: count, lastScannedAt }) => ({
        domain,
        technology_count: count,
        last_scanned: lastScannedAt.toISOString(),
      })),
    };
  },
});
