import type { sigmaRuleSchema } from '@sonde/shared/schemas/sigma-rule.ts';
import type { z } from 'zod';
import type { StoredSigmaRule } from '../../ports/threats/sigma-rules.ts';

/** Presents a Sigma rule as the API shows it. */
export function presentSigmaRule(rule: StoredSigmaRule): z.input<typeof sigmaRuleSchema> {
  return {
    id: rule.id,
    rule_id: rule.ruleId,
    title: rule.title,
    severity: rule.severity,
    techniques: [...rule.techniques],
    state: rule.problem === null ? 'active' : 'unsupported',
    problem: rule.problem,
    matches: rule.matches,
    last_match: rule.lastMatchedAt?.toISOString() ?? null,
    created_at: rule.createdAt.toISOString(),
    updated_at: rule.updatedAt.toISOString(),
  };
}
