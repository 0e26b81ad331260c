import type { Migration } from '../migration.ts';

/** People are apart from accounts: each signs in for himself, and has a role in the accounts that he is a member of. */
export const people: Migration = {
  id: 18,
  name: 'people',
  sql: `
-- What the cookies of this installation are named by, since cookies tell hosts apart and ports not.
CREATE TABLE installation (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton)
);
INSERT INTO installation DEFAULT VALUES;

CREATE TABLE people (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 320),
  first_name text,
  last_name text,
  password_hash text,
  tokens_valid_after timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX people_email ON people (lower(email));

CREATE TABLE memberships (
  person_id bigint NOT NULL REFERENCES people ON DELETE CASCADE,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'analyst', 'viewer')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (person_id, account_id)
);
CREATE INDEX memberships_account ON memberships (account_id, person_id);

INSERT INTO people (email, first_name, last_name, password_hash, tokens_valid_after, created_at)
SELECT email, first_name, last_name, password_hash, tokens_valid_after, created_at FROM accounts ORDER BY id;
INSERT INTO memberships (person_id, account_id, role, created_at)
SELECT people.id, accounts.id, 'owner', accounts.created_at
FROM accounts JOIN people ON lower(people.email) = lower(accounts.email);
ALTER TABLE accounts DROP COLUMN password_hash, DROP COLUMN tokens_valid_after;

CREATE TABLE sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  person_id bigint NOT NULL,
  account_id bigint NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  -- When the person last proved who he is.
  confirmed_at timestamptz NOT NULL,
  address text NOT NULL,
  user_agent text,
  FOREIGN KEY (person_id, account_id) REFERENCES memberships ON DELETE CASCADE
);
CREATE INDEX sessions_person ON sessions (person_id, account_id, id);
CREATE INDEX sessions_account ON sessions (account_id, id);
CREATE INDEX sessions_use ON sessions (last_used_at);

CREATE TABLE setup_links (
  hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  person_id bigint NOT NULL REFERENCES people ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX setup_links_person ON setup_links (person_id);
`,
};
