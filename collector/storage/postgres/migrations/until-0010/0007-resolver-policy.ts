import type { Migration } from '../migration.ts';

/** The tables hold policies of resolvers, and what resolvers report. */
export const resolverPolicy: Migration = {
  id: 7,
  name: 'resolver policy',
  sql: `
ALTER TABLE resolvers ADD COLUMN location_id bigint REFERENCES locations;

-- One version for all rules of an account: each change takes the next. Without a row it is version 1, without a rule.
CREATE TABLE policies (
  account_id bigint PRIMARY KEY REFERENCES accounts,
  version bigint NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  -- Changes after this version are all kept.
  complete_since bigint NOT NULL DEFAULT 1
);

CREATE TABLE policy_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  -- Null for all resolvers of the account.
  resolver_id bigint REFERENCES resolvers,
  rule jsonb NOT NULL,
  note text,
  -- The version of the policy that it was made, changed or deleted in.
  version bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE INDEX policy_rules_account ON policy_rules (account_id, id);
CREATE INDEX policy_rules_changes ON policy_rules (account_id, version);

-- Batches that resolvers reported, by which a repeated one is known.
CREATE TABLE resolver_batches (
  resolver_id bigint NOT NULL REFERENCES resolvers,
  batch_id uuid NOT NULL,
  accepted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (resolver_id, batch_id)
);
CREATE INDEX resolver_batches_time ON resolver_batches (resolver_id, accepted_at);

-- Days in UTC.
CREATE TABLE resolver_counts (
  resolver_id bigint NOT NULL REFERENCES resolvers,
  day date NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (resolver_id, day, kind, name)
) WITH (fillfactor = 70);
`,
};
