import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { PolicySourceStore } from '../../ports/resolvers/policy-sources.ts';
import { policySourceSchema, presentSource } from './present-source.ts';

export const listPolicySources = defineEndpoint({
  method: 'GET',
  path: '/api/v1/unbound/policy/sources',
  summary: 'List what is taken as policy rules',
  description:
    'Returns the sources of indicators whose domain names are policy rules, with the number of rules from each.',
  family: 'Resolvers',
  access: 'authenticated',
  response: z.object({ count: countInAnswer, sources: z.array(policySourceSchema) }),
  async run({ caller }, ports: { readonly policySources: Pick<PolicySourceStore, 'list'> }) {
    const sources = await ports.policySources.list(caller.accountId);
    return { count: sources.length, sources: sources.map(presentSource) };
  },
});
