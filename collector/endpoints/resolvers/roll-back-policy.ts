import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import type { PolicyAnnouncer } from '../../domain/traffic/resolvers/change-rules.ts';
import { rollBackPolicy as rollBack } from '../../domain/traffic/resolvers/roll-back-policy.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { PolicyRuleStore } from '../../ports/resolvers/policy-rules.ts';

export const rollBackPolicy = defineEndpoint({
  method: 'POST',
  path: '/api/v1/unbound/policy/rollback',
  summary: 'Roll the policy back to a version',
  description:
    "Restores the account's own rules as they were in that version. The result is a new version, " +
    'applied in one step. Rules from feeds stay unchanged.',
  family: 'Resolvers',
  access: 'authenticated',
  needs: 'analyst',
  body: z.object({
    version: z
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .meta({ examples: [1] }),
  }),
  response: z.object({
    version: z.int().describe('The version of the policy now in force.'),
    changed_at: timestampSchema,
    rules_changed: z.int().min(0),
  }),
  errors: ['conflict'],
  async run(
    { caller, body },
    ports: { readonly policyRules: Pick<PolicyRuleStore, 'rollBack'>; readonly policyWatch: PolicyAnnouncer },
  ) {
    const { version, changedAt, rulesChanged } = await rollBack(caller.accountId, body.version, ports);
    return { version, changed_at: changedAt.toISOString(), rules_changed: rulesChanged };
  },
});
