import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { TechnologyStore } from '../../ports/technologies/technology-store.ts';
import { family } from './technology-schema.ts';

export const getTechnologyStats = defineEndpoint({
  method: 'GET',
  path: '/api/tech/stats',
  summary: 'Count what is known of sites',
  description:
    'Returns how many websites, technologies and categories are known from scans, and the time of the last scan.',
  family,
  access: 'public',
  response: z.object({
    total_websites: z.int(),
    total_technologies: z.int(),
    total_categories: z.int(),
    total_detections: z.int(),
    last_scan: timestampSchema.nullable().describe('Null before the first scan.'),
  }),
  async run(_input, { technologies }: { technologies: Pick<TechnologyStore, 'statistics'> }) {
    const {
      websites,
      technologies: names,
      categories,
      detections,
      lastScan,
    } = await technologies.statistics();
    return {
      total_websites: websites,
      total_technologies: names,
      total_categories: categories,
      total_detections: detections,
      last_scan: lastScan?.toISOString() ?? null,
    };
  },
});
