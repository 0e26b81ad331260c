import type { TechStackResult } from '@sonde/scanner/checks/tech/tech-stack-result.ts';
import { partResult } from '@sonde/scanner/result/part-result.ts';
import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { z } from 'zod';
import { type LookAtPorts, lookAt } from '../../domain/intelligence/scan/look-at.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { presentTechnology, technologySchema } from '../technologies/technology-schema.ts';
import { analysisShape, presentAnalysis } from './analysis-schema.ts';

export const getTechStack = defineEndpoint({
  method: 'GET',
  path: '/api/v2/intel/tech-stack/{domain}',
  summary: "Tell a domain's technologies",
  description:
    'Returns the technologies that the DNS and the website of the domain show. The operation runs ' +
    'the same scan as `POST /api/tech/scan`, or returns a recent result of it from the cache.',
  family: 'DNS intelligence',
  access: 'public',
  cost: 2,
  params: z.object({ domain: domainNameSchema }),
  response: z.object({
    domain: z.string(),
    url: z.string().nullable().describe('URL of the page that was read; null if there was none.'),
    partial: z.boolean().nullable().describe('True if a limit was reached before the scan was complete.'),
    count: z.int().nullable(),
    technologies: z.array(technologySchema).nullable(),
    ...analysisShape,
  }),
  errors: ['overloaded'],
  async run({ params, signal }, ports: LookAtPorts) {
    const { domain, part } = await lookAt(params.domain, 'tech-stack', ports, { signal });
    const result = partResult<TechStackResult>({ tech: part }, 'tech') ?? null;
    return {
      domain,
      url: result?.site?.url ?? null,
      partial: result?.partial ?? null,
      count: result?.technologies?.length ?? null,
      technologies: result?.technologies?.map(presentTechnology) ?? null,
      ...presentAnalysis('tech-stack', part),
    };
  },
});
