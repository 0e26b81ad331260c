import type { Migration } from './migration.ts';

/**
 * The table has the Sigma rules of accounts as they were written. `revision` counts how often a rule was replaced, so that collectors
 * see a change without reading all texts.
 */
export const sigmaRules: Migration = {
  id: 61,
  name: 'sigma-rules',
  sql: `
CREATE TABLE sigma_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  rule_id uuid NOT NULL,
  title text NOT NULL,
  severity severity NOT NULL,
  techniques text[] NOT NULL,
  text text NOT NULL,
  problem jsonb,
  tried_always boolean NOT NULL,
  revision bigint NOT NULL DEFAULT 1,
  matches bigint NOT NULL DEFAULT 0,
  last_matched_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (account_id, rule_id)
);
`,
};
