import type { TechStackResult } from '@sonde/scanner/checks/tech/tech-stack-result.ts';
import { partResult } from '@sonde/scanner/result/part-result.ts';
import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { z } from 'zod';
import { type LookAtPorts, lookAt } from '../../domain/intelligence/scan/look-at.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { analysisShape, presentAnalysis } from './analysis-schema.ts';

export const getTechStack = defineEndpoint({
  method: 'GET',
  path: '/api/v2/intel/tech-stack/{domain}',
  summary: "Tell a domain's technologies",
  description: 'What its DNS and the headers of its site tell of, each with what told of it.',
  family: 'DNS intelligence',
  access: 'public',
  cost: 2,
  params: z.object({ domain: domainNameSchema }),
  response: z.object({
    domain: z.string(),
    count: z.int().nullable(),
    technologies: z
      .array(
        z.object({
          name: z.string(),
          category: z.string(),
          subcategory: z.string().nullable(),
          version: z.string().nullable(),
          confidence: z.int().min(0).max(100),
          evidence: z.string(),
          website: z.string(),
        }),
      )
      .nullable(),
    ...analysisShape,
  }),
  errors: ['overloaded'],
  async run({ params, signal }, ports: LookAtPorts) {
    const { domain, part } = await lookAt(params.domain, 'tech-stack', ports, { signal });
    const result = partResult<TechStackResult>({ tech: part }, 'tech') ?? null;
    return {
      domain,
      count: result?.technologies?.length ?? null,
      technologies: result?.technologies?.map((one) => ({ ...one })) ?? null,
      ...presentAnalysis('tech-stack', part),
    };
  },
});
