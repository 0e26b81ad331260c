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
    'Called by `sonde-agent canary`. The agent then queries harmless names that look like ' +
    "threats, each with the label from the answer. While the canary is active, the account's " +
    'sensors open no threats for these names.',
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
    label: z.string().describe('The label that each name must contain.'),
    patterns: z.array(z.enum(canaryPatterns)),
    starts_at: timestampSchema.describe(
      'Start of the canary. Names that are queried earlier can open real threats.',
    ),
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
