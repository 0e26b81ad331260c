import { exclusionSchema } from '@sonde/shared/schemas/exclusion.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ExclusionStore } from '../../ports/threats/exclusions.ts';
import { presentExclusion } from './present-exclusion.ts';

export const listExclusions = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/exclusions',
  summary: 'List what is excluded from detection',
  description:
    'Returns the exclusions of the account. Detection opens no threats for queries that match one of them.',
  family: 'DNS monitoring',
  access: 'authenticated',
  response: z.object({ count: countInAnswer, exclusions: z.array(exclusionSchema) }),
  async run({ caller }, ports: { exclusions: Pick<ExclusionStore, 'list'> }) {
    const exclusions = await ports.exclusions.list(caller.accountId);
    return { count: exclusions.length, exclusions: exclusions.map(presentExclusion) };
  },
});
