import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { sigmaRuleSchema } from '@sonde/shared/schemas/sigma-rule.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { SigmaRuleStore } from '../../ports/threats/sigma-rules.ts';
import { presentSigmaRule } from './present-sigma-rule.ts';

export const listSigmaRules = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/sigma-rules',
  summary: 'List Sigma rules',
  description:
    'Returns the rules by title, with the number of their matches. For an unsupported rule, the ' +
    'answer says why.',
  family: 'DNS monitoring',
  access: 'authenticated',
  query: z.object({ ...pageParameters(100, 1_000) }),
  response: z.object({
    count: countOnAllPages,
    rules: z.array(sigmaRuleSchema),
    limit: z.int(),
    offset: z.int(),
  }),
  async run({ caller, query }, ports: { readonly sigmaRules: Pick<SigmaRuleStore, 'list'> }) {
    const { count, rules } = await ports.sigmaRules.list(caller.accountId, query);
    return { count, rules: rules.map(presentSigmaRule), ...query };
  },
});
