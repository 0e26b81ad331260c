import type { ruleContentSchema, ruleEntrySchema } from '@sonde/shared/schemas/policy-rule-entry.ts';
import type { z } from 'zod';
import type { RuleContent, StoredRule } from '../../ports/resolvers/policy-rules.ts';

/** Presents a rule as the API shows it. */
export function presentRule(rule: StoredRule): z.input<typeof ruleEntrySchema> {
  const { match, action, priority, schedule, rollout_percent = 100 } = rule.content;
  return {
    id: rule.id,
    resolver_id: rule.resolverId,
    match,
    action,
    priority,
    schedule: schedule ?? null,
    rollout_percent,
    note: rule.note,
    version: rule.version,
    created_at: rule.createdAt.toISOString(),
    updated_at: rule.updatedAt.toISOString(),
  };
}

/** Reads the content and the note of a rule from a body. */
export function ruleContent(body: z.output<typeof ruleContentSchema>): {
  content: RuleContent;
  note: string | null;
} {
  const { match, action, priority, schedule, rollout_percent, note } = body;
  return {
    content: {
      match,
      action,
      priority,
      ...(schedule == null ? {} : { schedule }),
      ...(rollout_percent === 100 ? {} : { rollout_percent }),
    },
    note: note || null,
  };
}
