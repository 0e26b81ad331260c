import type { Migration } from '../migration.ts';

/** The tables hold logins, quotas, the audit log, resolvers, and payloads that are too large for a notification. */
export const platform: Migration = {
  id: 4,
  name: 'platform',
  sql: `
ALTER TABLE accounts ADD COLUMN tokens_valid_after timestamptz;

CREATE TABLE login_attempts (
  subject text PRIMARY KEY,
  failures integer NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL
);
CREATE INDEX login_attempts_time ON login_attempts (last_at);

-- Compared byte by byte, so that periods sort by time.
CREATE TABLE usage_counts (
  period text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (period, subject)
) WITH (fillfactor = 70);
CREATE INDEX usage_counts_subject ON usage_counts (subject, period);

-- Without references: an entry outlives what it is about.
CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  account_id bigint,
  key_id bigint,
  address text NOT NULL,
  request_id text NOT NULL,
  action text NOT NULL,
  object text NOT NULL,
  details jsonb NOT NULL
);
CREATE INDEX audit_entries_account ON audit_entries (account_id, id);
CREATE INDEX audit_entries_object ON audit_entries (object, id);
CREATE INDEX audit_entries_time ON audit_entries (at);

CREATE TABLE resolvers (
  id bigint GENERATED ALWAYS AS IDENTITY (MAXVALUE 4294967295) PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  name text NOT NULL,
  place text NOT NULL,
  modules text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz,
  deleted_at timestamptz
);
CREATE INDEX resolvers_account ON resolvers (account_id, id);
ALTER TABLE api_keys ADD FOREIGN KEY (resolver_id) REFERENCES resolvers;
CREATE INDEX api_keys_resolver ON api_keys (resolver_id) WHERE resolver_id IS NOT NULL;

-- Events of the last minutes that did not fit into a notification. Not worth keeping through a crash.
CREATE UNLOGGED TABLE bus_payloads (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payload text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX bus_payloads_time ON bus_payloads (created_at);
`,
};
