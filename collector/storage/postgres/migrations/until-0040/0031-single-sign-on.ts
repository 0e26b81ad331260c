import type { Migration } from '../migration.ts';

/**
 * The tables hold providers that accounts sign in by (OpenID Connect), whom they know, and the sessions that they
 * began.
 */
export const singleSignOn: Migration = {
  id: 31,
  name: 'single sign-on',
  sql: `
CREATE TABLE sso_providers (
  account_id bigint PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  handle text NOT NULL UNIQUE,
  source text NOT NULL CHECK (source IN ('api', 'settings')),
  settings jsonb NOT NULL,
  -- Encrypted: what is copied from the database alone opens nothing.
  sealed_secret text,
  changed_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sso_users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  issuer text,
  -- Issuer and subject alone say who somebody is.
  subject text,
  user_name text NOT NULL,
  external_id text,
  first_name text,
  last_name text,
  active boolean NOT NULL DEFAULT true,
  -- Whether the provider told of him by SCIM.
  provisioned boolean NOT NULL DEFAULT false,
  person_id bigint REFERENCES people ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((issuer IS NULL) = (subject IS NULL))
);
CREATE UNIQUE INDEX sso_users_subject ON sso_users (account_id, issuer, subject);
CREATE UNIQUE INDEX sso_users_name ON sso_users (account_id, lower(user_name)) WHERE provisioned;
CREATE INDEX sso_users_account ON sso_users (account_id, id);
CREATE INDEX sso_users_person ON sso_users (person_id);

CREATE TABLE sso_sessions (
  session_id bigint PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES sso_users ON DELETE CASCADE,
  sid text
);
CREATE INDEX sso_sessions_user ON sso_sessions (user_id);
`,
};
