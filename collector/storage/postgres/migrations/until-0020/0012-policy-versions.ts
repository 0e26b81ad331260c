import type { Migration } from '../migration.ts';

/** The tables hold the history of policies, and rules that follow indicators. */
export const policyVersions: Migration = {
  id: 12,
  name: 'policy versions',
  sql: `
-- Indicators that an account takes as rules.
CREATE TABLE policy_sources (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  -- Null for all resolvers of the account.
  resolver_id bigint REFERENCES resolvers,
  sources text[] NOT NULL,
  -- 0 to 100.
  min_confidence double precision NOT NULL,
  min_severity severity NOT NULL,
  action jsonb NOT NULL,
  -- The version of the indicators that its rules are up to.
  indicator_version bigint,
  refreshed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE INDEX policy_sources_account ON policy_sources (account_id, id);

ALTER TABLE policy_rules ADD COLUMN policy_source_id bigint REFERENCES policy_sources;
CREATE INDEX policy_rules_source ON policy_rules (policy_source_id) WHERE policy_source_id IS NOT NULL;

-- An account's own rules as each version made them.
CREATE TABLE policy_rule_history (
  rule_id bigint NOT NULL REFERENCES policy_rules ON DELETE CASCADE,
  account_id bigint NOT NULL,
  version bigint NOT NULL,
  rule jsonb NOT NULL,
  note text,
  deleted boolean NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (rule_id, version)
);
CREATE INDEX policy_rule_history_versions ON policy_rule_history (account_id, version);
INSERT INTO policy_rule_history (rule_id, account_id, version, rule, note, deleted, changed_at)
  SELECT id, account_id, version, rule, note, deleted_at IS NOT NULL, updated_at FROM policy_rules;

-- What rules were is known from this version on.
ALTER TABLE policies ADD COLUMN history_since bigint NOT NULL DEFAULT 1;
UPDATE policies SET history_since = version;

CREATE FUNCTION record_policy_rule() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO policy_rule_history (rule_id, account_id, version, rule, note, deleted)
  VALUES (NEW.id, NEW.account_id, NEW.version, NEW.rule, NEW.note, NEW.deleted_at IS NOT NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER policy_rules_recorded AFTER INSERT OR UPDATE OF version ON policy_rules
  FOR EACH ROW WHEN (NEW.policy_source_id IS NULL) EXECUTE FUNCTION record_policy_rule();
`,
};
