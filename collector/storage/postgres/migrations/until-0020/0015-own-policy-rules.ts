import type { Migration } from '../migration.ts';

/** An index finds an account's own rules, which are few, without the rules of feeds. */
export const ownPolicyRules: Migration = {
  id: 15,
  name: 'own policy rules',
  sql: `
CREATE INDEX policy_rules_own ON policy_rules (account_id, id) WHERE policy_source_id IS NULL;
`,
};
