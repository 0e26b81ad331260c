import type { Migration } from './migration.ts';

/** The tables tell when each version of a policy came, and which of them each resolver holds. */
export const heldPolicies: Migration = {
  id: 52,
  name: 'held policies',
  sql: `
-- Versions of the last 400 days, those that feeds made among them.
CREATE TABLE policy_versions (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  version bigint NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, version)
);
INSERT INTO policy_versions SELECT account_id, version, changed_at FROM policies;

CREATE FUNCTION record_policy_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO policy_versions VALUES (NEW.account_id, NEW.version, NEW.changed_at) ON CONFLICT DO NOTHING;
  DELETE FROM policy_versions WHERE account_id = NEW.account_id AND changed_at < now() - interval '400 days';
  RETURN NULL;
END $$;
CREATE TRIGGER policies_recorded AFTER INSERT OR UPDATE OF version ON policies
  FOR EACH ROW EXECUTE FUNCTION record_policy_version();

-- As resolvers tell it themselves when they ask for their policy.
CREATE TABLE resolver_policies (
  resolver_id bigint PRIMARY KEY REFERENCES resolvers ON DELETE CASCADE,
  version bigint NOT NULL,
  -- Of the zone that the resolver is given; null if it is not told.
  serial bigint,
  -- The version that it went back from by itself, and takes no more.
  refused_version bigint,
  -- Rules that it cannot enforce.
  not_enforced integer,
  held_since timestamptz NOT NULL DEFAULT now(),
  told_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 70);
`,
};
