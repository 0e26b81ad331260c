import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { ruleEntrySchema } from '@sonde/shared/schemas/policy-rule-entry.ts';
import { z } from 'zod';
import { requireResolver } from '../../domain/traffic/resolvers/require-resolver.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { PolicyRuleStore } from '../../ports/resolvers/policy-rules.ts';
import type { ResolverStore } from '../../ports/resolvers/resolvers.ts';
import { presentRule } from './present-rule.ts';

export const listPolicyRules = defineEndpoint({
  method: 'GET',
  path: '/api/v1/unbound/policy/rules',
  summary: 'List policy rules',
  description:
    'Returns the rules of the account, oldest first. With a resolver, returns only the rules that apply to it.',
  family: 'Resolvers',
  access: 'authenticated',
  query: z.object({ resolver_id: idSchema.optional(), ...pageParameters(100, 1_000) }),
  response: z.object({
    count: countOnAllPages,
    version: z.int().describe('The version of the policy in force.'),
    rules: z.array(ruleEntrySchema),
    limit: z.int(),
    offset: z.int(),
  }),
  errors: ['not_found'],
  async run(
    { caller, query },
    ports: {
      readonly policyRules: Pick<PolicyRuleStore, 'list' | 'state'>;
      readonly resolvers: Pick<ResolverStore, 'find'>;
    },
  ) {
    const { resolver_id: resolverId, ...page } = query;
    if (resolverId !== undefined) await requireResolver(caller.accountId, resolverId, ports);
    const { version } = await ports.policyRules.state(caller.accountId);
    const { count, rules } = await ports.policyRules.list(caller.accountId, resolverId, page);
    return { count, version, rules: rules.map(presentRule), ...page };
  },
});
