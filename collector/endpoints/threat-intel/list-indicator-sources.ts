import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { IndicatorStore } from '../../ports/threats/indicators.ts';

export const listIndicatorSources = defineEndpoint({
  method: 'GET',
  path: '/api/v1/threat-intel/indicators',
  summary: 'List the sources of indicators',
  description: 'Returns every source that has indicators, with their number and the time of the last update.',
  family: 'Threat intelligence',
  access: 'admin',
  response: z.object({
    count: countInAnswer,
    sources: z.array(
      z.object({ source: z.string(), indicator_count: z.int().min(0), last_updated: timestampSchema }),
    ),
  }),
  async run(_input, ports: { indicators: Pick<IndicatorStore, 'sources'> }) {
    const sources = await ports.indicators.sources();
    return {
      count: sources.length,
      sources: sources.map(({ source, count, updatedAt }) => ({
        source,
        indicator_count: count,
        last_updated: updatedAt.toISOString(),
      })),
    };
  },
});
