import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { deleteRule, type PolicyAnnouncer } from '../../domain/traffic/resolvers/change-rules.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { PolicyRuleStore } from '../../ports/resolvers/policy-rules.ts';

export const deletePolicyRule = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/unbound/policy/rules/{id}',
  summary: 'Delete a policy rule',
  description:
    'Deletes the rule. Resolvers that wait for changes stop enforcing it at once, others when they next fetch their policy.',
  family: 'Resolvers',
  access: 'authenticated',
  needs: 'analyst',
  params: z.object({ id: idSchema }),
  response: z.object({ id: idSchema, deleted: z.literal(true) }),
  errors: ['not_found'],
  async run(
    { caller, params },
    ports: { readonly policyRules: Pick<PolicyRuleStore, 'delete'>; readonly policyWatch: PolicyAnnouncer },
  ) {
    await deleteRule(caller.accountId, params.id, ports);
    return { id: params.id, deleted: true as const };
  },
});
