import { NotFound } from '@sonde/shared/errors.ts';
import { ruleEntrySchema } from '@sonde/shared/schemas/policy-rule-entry.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { PolicyRuleStore } from '../../ports/resolvers/policy-rules.ts';
import { presentRule } from './present-rule.ts';

const versionSchema = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const countSchema = z.int().min(0);

export const comparePolicyVersions = defineEndpoint({
  method: 'GET',
  path: '/api/v1/unbound/policy/diff',
  summary: 'Compare two versions of the policy',
  description:
    "Compares the account's own rules in two versions of the policy, in either order. Rules from " +
    'feeds are only counted. Versions are kept for at least 30 days.',
  family: 'Resolvers',
  access: 'authenticated',
  query: z.object({
    from: versionSchema.optional().describe('Default: the version before `to`.'),
    to: versionSchema.optional().describe('Default: the version in force.'),
    limit: z
      .int()
      .min(1)
      .max(1_000)
      .default(200)
      .describe('Maximum number of rules in the answer. All rules are counted.'),
  }),
  response: z.object({
    version: z.int().describe('The version of the policy in force.'),
    from: z.int(),
    to: z.int(),
    added: countSchema,
    removed: countSchema,
    changed: countSchema,
    rules: z.array(
      z.object({
        change: z.enum(['added', 'removed', 'changed']),
        before: ruleEntrySchema.nullable(),
        after: ruleEntrySchema.nullable(),
      }),
    ),
    feed_rules: z.object({ added: countSchema, removed: countSchema }),
    limit: z.int(),
  }),
  errors: ['not_found'],
  async run(
    { caller: { accountId }, query },
    { policyRules }: { readonly policyRules: Pick<PolicyRuleStore, 'state' | 'difference'> },
  ) {
    const { version } = await policyRules.state(accountId);
    const to = query.to ?? version;
    const from = query.from ?? Math.max(1, to - 1);
    const found = await policyRules.difference(accountId, { from, to }, query.limit);
    if (found === undefined) throw new NotFound('policy version');
    return {
      ...{ version, from, to, limit: query.limit },
      ...{ added: found.added, removed: found.removed, changed: found.changed },
      rules: found.rules.map(({ before, after }) => ({
        change:
          before === null ? ('added' as const) : after === null ? ('removed' as const) : ('changed' as const),
        before: before && presentRule(before),
        after: after && presentRule(after),
      })),
      feed_rules: { added: found.feedRulesAdded, removed: found.feedRulesRemoved },
    };
  },
});
