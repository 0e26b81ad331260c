import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { TechnologyStore } from '../../ports/technologies/technology-store.ts';
import { family, usedTechnologySchema } from './technology-schema.ts';

export const listTopTechnologies = defineEndpoint({
  method: 'GET',
  path: '/api/tech/top',
  summary: 'List the technologies that most sites use',
  description:
    'Returns the technologies that most scanned sites use, with the number of sites. The most used comes first.',
  family,
  access: 'public',
  query: z.object({
    category: z.string().min(1).max(200).optional().describe('Only this category, in upper or lower case.'),
    limit: z.int().min(1).max(100).default(20),
  }),
  response: z.object({ count: countInAnswer, technologies: z.array(usedTechnologySchema) }),
  async run({ query }, { technologies }: { technologies: Pick<TechnologyStore, 'top'> }) {
    const top = await technologies.top({ category: query.category, limit: query.limit });
    return {
      count: top.length,
      technologies: top.map(({ name, category, websites }) => ({ name, category, website_count: websites })),
    };
  },
});
