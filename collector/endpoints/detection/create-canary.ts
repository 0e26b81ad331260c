import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { canaryMark } from '../../domain/detection/canary/canary-names.ts';
import {
  type CreateCanaryPorts,
  createCanary as create,
} from '../../domain/detection/canary/create-canary.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { canaryPatterns } from '../../ports/threats/canaries.ts';

export const createCanary = defineEndpoint({
  method: 'POST',
  path: '/api/v1/dns-monitoring/canaries',
  summary: 'Announce a canary',
  description:
    'Called by `sonde-agent canary`, which then asks for harmless names in the pattern of threats, each with the label ' +
    'of the answer. Sensors of the account take them for nothing else while the canary is in force.',
  family: 'DNS monitoring',
  access: 'location',
  needs: 'analyst',
  body: z.object({
    patterns: z
      .array(z.enum(canaryPatterns))
      .min(1)
      .max(10)
      .default([...canaryPatterns]),
  }),
  response: z.object({
    id: z.string(),
    label: z.string().describe('The label that each name must have.'),
    patterns: z.array(z.enum(canaryPatterns)),
    starts_at: timestampSchema.describe('Names that are asked for earlier may be taken in earnest.'),
    ends_at: timestampSchema,
  }),
  status: 201,
  errors: ['conflict'],
  async run({ caller, body }, ports: CreateCanaryPorts) {
    const { canary, startsAt } = await create(caller, body.patterns, ports);
    return {
      id: canary.id,
      label: `${canaryMark}${canary.id}`,
      patterns: [...canary.patterns],
      starts_at: startsAt.toISOString(),
      ends_at: canary.endsAt.toISOString(),
    };
  },
});
