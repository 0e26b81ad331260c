import { z } from 'zod';
import { timestampSchema } from '../schemas/timestamp.ts';
import { policyRuleSchema, ruleIdSchema } from './rule.ts';

const maxPolicyRules = 1_000_000;
/** The policy bound is the largest number of bytes of a document or a change. */
export const maxPolicyBytes = 256 * 2 ** 20;

const versionSchema = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const resolverIdSchema = z.string().min(1).max(64);

/**
 * The policy document is the policy of one resolver as the collector gives it out: all its rules, whether their
 * schedule holds now or not. A version never comes back: a roll-back on the collector is a new version with the rules
 * of an old one.
 */
export const policyDocumentSchema = z
  .object({
    resolver_id: resolverIdSchema,
    version: versionSchema,
    issued_at: timestampSchema,
    rules: z.array(policyRuleSchema).max(maxPolicyRules),
  })
  .meta({ id: 'PolicyDocument' });
export type PolicyDocument = z.infer<typeof policyDocumentSchema>;

/**
 * A policy change is the step from one version to a later one, so that a rule among a million need not bring them all
 * along.
 */
export const policyChangeSchema = z
  .object({
    resolver_id: resolverIdSchema,
    from_version: versionSchema,
    version: versionSchema,
    issued_at: timestampSchema,
    removed: z.array(ruleIdSchema).max(maxPolicyRules).describe('Ids of the rules that were removed.'),
    put: z.array(policyRuleSchema).max(maxPolicyRules).describe('Rules that are new or changed.'),
  })
  .meta({ id: 'PolicyChange' });
export type PolicyChange = z.infer<typeof policyChangeSchema>;
