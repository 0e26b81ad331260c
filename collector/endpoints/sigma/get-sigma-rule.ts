import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { sigmaRuleSchema } from '@sonde/shared/schemas/sigma-rule.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { SigmaRuleStore } from '../../ports/threats/sigma-rules.ts';
import { presentSigmaRule } from './present-sigma-rule.ts';

export const getSigmaRule = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/sigma-rules/{id}',
  summary: 'Get a Sigma rule with its text',
  family: 'DNS monitoring',
  access: 'authenticated',
  params: z.object({ id: idSchema }),
  response: z.object({
    rule: sigmaRuleSchema,
    text: z.string().describe('The YAML text of the rule, exactly as it was submitted.'),
  }),
  errors: ['not_found'],
  async run({ caller, params }, ports: { readonly sigmaRules: Pick<SigmaRuleStore, 'find'> }) {
    const rule = await ports.sigmaRules.find(caller.accountId, params.id);
    if (rule === undefined) throw new NotFound('Sigma rule');
    return { rule: presentSigmaRule(rule), text: rule.text };
  },
});
