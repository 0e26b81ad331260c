import type { Migration } from '../migration.ts';

/** An account's own rules are few among those of feeds, and found without them. */
export const ownPolicyRules: Migration = {
  id: 15,
  name: 'own policy rules',
  sql: `
CREATE INDEX policy_rules_own ON policy_rules (account_id, id) WHERE policy_source_id IS NULL;
`,
};
