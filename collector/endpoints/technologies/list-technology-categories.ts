import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { TechnologyStore } from '../../ports/technologies/technology-store.ts';
import { family } from './technology-schema.ts';

const topOfEach = 5;

export const listTechnologyCategories = defineEndpoint({
  method: 'GET',
  path: '/api/tech/categories',
  summary: 'List the categories of technologies that sites use',
  description:
    'Returns the categories by number of sites, the most common first. Each category has its ' +
    `${topOfEach} most used technologies.`,
  family,
  access: 'public',
  response: z.object({
    count: countInAnswer,
    categories: z.array(
      z.object({
        category: z.string(),
        website_count: z.int(),
        unique_technologies: z.int(),
        top_technologies: z.array(z.object({ name: z.string(), count: z.int() })),
      }),
    ),
  }),
  async run(_input, ports: { technologies: Pick<TechnologyStore, 'categories'> }) {
    const categories = await ports.technologies.categories(topOfEach);
    return {
      count: categories.length,
      categories: categories.map(({ category, websites, technologies, top }) => ({
        category,
        website_count: websites,
        unique_technologies: technologies,
        top_technologies: top.map((one) => ({ name: one.name, count: one.websites })),
      })),
    };
  },
});
