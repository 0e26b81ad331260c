import { z } from 'zod';
import { policyRuleSchema } from '../policy/rule.ts';
import { idSchema } from './id.ts';
import { timestampSchema } from './timestamp.ts';

const { match, action, priority, schedule } = policyRuleSchema.shape;

/** The rule content is the part of a rule that an account writes. */
export const ruleContentSchema = z.object({
  match,
  action,
  priority,
  schedule: schedule.nullable().describe('When the rule applies; always if null or absent.'),
  rollout_percent: z
    .int()
    .min(1)
    .max(100)
    .default(100)
    .describe('Percentage of the resolvers that receive the rule. Raise it step by step.'),
  note: z.string().trim().max(2_000).nullish().describe('A note for people.'),
});

/** A rule entry is a rule as the API shows it. */
export const ruleEntrySchema = z
  .object({
    id: idSchema,
    resolver_id: idSchema.nullable().describe('Null if the rule applies to all resolvers of the account.'),
    match,
    action,
    priority: z.int(),
    schedule: schedule.nullable(),
    rollout_percent: z.int(),
    note: z.string().nullable(),
    version: z.int().describe('The version of the policy in which the rule was created or last changed.'),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'PolicyRuleEntry' });
