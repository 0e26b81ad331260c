import type { DomainFingerprintResult } from '@sonde/scanner/checks/fingerprint/domain-fingerprint-result.ts';
import { partResult } from '@sonde/scanner/result/part-result.ts';
import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { z } from 'zod';
import { type LookAtPorts, lookAt } from '../../domain/intelligence/scan/look-at.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { analysisShape, presentAnalysis } from './analysis-schema.ts';

const answer = z.boolean().nullable();

export const fingerprintDomain = defineEndpoint({
  method: 'GET',
  path: '/api/v2/fingerprint/domain',
  summary: 'Tell who serves a domain',
  description:
    'Identifies the DNS provider, CDN, hosting and mail provider by server names, aliases, ' +
    'addresses and HTTP headers, with the evidence for each. From one place, anycast can only be ' +
    'recognized for known providers. A field is null if it could not be determined.',
  family: 'DNS intelligence',
  access: 'public',
  cost: 2,
  query: z.object({
    domain: domainNameSchema,
  }),
  response: z.object({
    domain: z.string(),
    providers: z
      .object({
        dns: z.string().nullable(),
        cdn: z.array(z.string()).nullable(),
        hosting: z.array(z.string()).nullable(),
        mail: z.array(z.string()).nullable(),
      })
      .nullable(),
    characteristics: z.object({ anycast: answer, load_balanced: answer, geo_distributed: answer }).nullable(),
    confidence: z.number().min(0).max(1).nullable(),
    evidence: z
      .array(
        z.object({
          provider: z.string(),
          role: z.enum(['dns', 'cdn', 'hosting', 'mail']),
          source: z.string(),
          value: z.string(),
          confidence: z.number(),
        }),
      )
      .nullable(),
    ...analysisShape,
  }),
  errors: ['overloaded'],
  async run({ query, signal }, ports: LookAtPorts) {
    const { domain, part } = await lookAt(query.domain, 'fingerprint', ports, { signal });
    const result = partResult<DomainFingerprintResult>({ fingerprint: part }, 'fingerprint') ?? null;
    return {
      domain,
      providers: result && {
        dns: result.providers.dns,
        cdn: result.providers.cdn?.slice() ?? null,
        hosting: result.providers.hosting?.slice() ?? null,
        mail: result.providers.mail?.slice() ?? null,
      },
      characteristics: result && {
        anycast: result.characteristics.anycast,
        load_balanced: result.characteristics.loadBalanced,
        geo_distributed: result.characteristics.geoDistributed,
      },
      confidence: result?.confidence ?? null,
      evidence: result?.evidence?.map((one) => ({ ...one })) ?? null,
      ...presentAnalysis('fingerprint', part),
    };
  },
});
