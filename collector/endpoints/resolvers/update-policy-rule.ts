import { idSchema } from '@sonde/shared/schemas/id.ts';
import { ruleContentSchema, ruleEntrySchema } from '@sonde/shared/schemas/policy-rule-entry.ts';
import { z } from 'zod';
import { type PolicyAnnouncer, updateRule } from '../../domain/traffic/resolvers/change-rules.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { PolicyRuleStore } from '../../ports/resolvers/policy-rules.ts';
import { presentRule, ruleContent } from './present-rule.ts';

export const updatePolicyRule = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/unbound/policy/rules/{id}',
  summary: 'Replace a policy rule',
  description: 'The body replaces the whole rule. The resolvers to which the rule applies stay the same.',
  family: 'Resolvers',
  access: 'authenticated',
  needs: 'analyst',
  params: z.object({ id: idSchema }),
  body: ruleContentSchema,
  response: ruleEntrySchema,
  errors: ['not_found'],
  async run(
    { caller, params, body },
    ports: { readonly policyRules: Pick<PolicyRuleStore, 'update'>; readonly policyWatch: PolicyAnnouncer },
  ) {
    return presentRule(await updateRule(caller.accountId, params.id, ruleContent(body), ports));
  },
});
