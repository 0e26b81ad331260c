import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { PolicyRuleStore } from '../../ports/resolvers/policy-rules.ts';

export const listPolicyVersions = defineEndpoint({
  method: 'GET',
  path: '/api/v1/unbound/policy/versions',
  summary: 'List policy versions',
  description: "Returns the versions that changed the account's own rules, newest first.",
  family: 'Resolvers',
  access: 'authenticated',
  query: z.object({ limit: z.int().min(1).max(1_000).default(100) }),
  response: z.object({
    count: countInAnswer,
    version: z.int().describe('The version of the policy in force.'),
    versions: z.array(
      z.object({
        version: z.int(),
        changed_at: timestampSchema,
        rules_put: z.int().min(0).describe('Number of rules that were created or changed.'),
        rules_deleted: z.int().min(0),
      }),
    ),
    limit: z.int(),
  }),
  async run({ caller, query }, ports: { readonly policyRules: Pick<PolicyRuleStore, 'versions' | 'state'> }) {
    const { version } = await ports.policyRules.state(caller.accountId);
    const versions = await ports.policyRules.versions(caller.accountId, query.limit);
    return {
      count: versions.length,
      version,
      versions: versions.map((one) => ({
        version: one.version,
        changed_at: one.changedAt.toISOString(),
        rules_put: one.rulesPut,
        rules_deleted: one.rulesDeleted,
      })),
      limit: query.limit,
    };
  },
});
