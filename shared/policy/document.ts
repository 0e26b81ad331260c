import { z } from 'zod';
import { timestampSchema } from '../schemas/timestamp.ts';
import { policyRuleSchema } from './rule.ts';

export const maxPolicyRules = 1_000_000;
/** Bytes of a document, at most. */
export const maxPolicyBytes = 256 * 2 ** 20;

/**
 * The policy of one resolver as the collector gives it out: all its rules, whether their schedule holds now or not. A
 * version never comes back: a roll-back on the collector is a new version with the rules of an old one.
 */
export const policyDocumentSchema = z
  .object({
    resolver_id: z.string().min(1).max(64),
    version: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
    issued_at: timestampSchema,
    rules: z.array(policyRuleSchema).max(maxPolicyRules),
  })
  .meta({ id: 'PolicyDocument' });
export type PolicyDocument = z.infer<typeof policyDocumentSchema>;
