import { policyRuleSchema } from '@sonde/shared/policy/rule.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import type { PolicySource } from '../../ports/resolvers/policy-sources.ts';

export const policySourceSchema = z.object({
  id: idSchema,
  resolver_id: idSchema.nullable().describe('Null if the rules apply to all resolvers of the account.'),
  sources: z.array(z.string()),
  min_confidence: z.number(),
  min_severity: severitySchema,
  action: policyRuleSchema.shape.action,
  rules: z.int().min(0).describe('Number of rules from these sources.'),
  refreshed_at: timestampSchema.nullable(),
  created_at: timestampSchema,
});

export function presentSource(source: PolicySource): z.input<typeof policySourceSchema> {
  return {
    id: source.id,
    resolver_id: source.resolverId,
    sources: [...source.sources],
    min_confidence: source.minConfidence,
    min_severity: source.minSeverity,
    action: source.action,
    rules: source.rules,
    refreshed_at: source.refreshedAt?.toISOString() ?? null,
    created_at: source.createdAt.toISOString(),
  };
}
