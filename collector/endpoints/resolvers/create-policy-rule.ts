import { idSchema } from '@sonde/shared/schemas/id.ts';
import { ruleContentSchema, ruleEntrySchema } from '@sonde/shared/schemas/policy-rule-entry.ts';
import { type CreateRulePorts, createRule } from '../../domain/traffic/resolvers/change-rules.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { presentRule, ruleContent } from './present-rule.ts';

export const createPolicyRule = defineEndpoint({
  method: 'POST',
  path: '/api/v1/unbound/policy/rules',
  summary: 'Create a policy rule',
  description:
    'Resolvers that wait for changes enforce the rule at once. Other resolvers enforce it when ' +
    'they next fetch their policy.',
  family: 'Resolvers',
  access: 'authenticated',
  needs: 'analyst',
  body: ruleContentSchema.extend({
    resolver_id: idSchema
      .nullish()
      .describe('Limits the rule to one resolver. Default: all resolvers of the account.'),
  }),
  response: ruleEntrySchema,
  status: 201,
  errors: ['not_found', 'conflict'],
  async run({ caller, body }, ports: CreateRulePorts) {
    const { accountId } = caller;
    const resolverId = body.resolver_id ?? null;
    return presentRule(await createRule({ accountId, resolverId, ...ruleContent(body) }, ports));
  },
});
