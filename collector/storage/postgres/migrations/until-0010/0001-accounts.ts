import type { Migration } from '../migration.ts';

/** The tables hold accounts, the places that they watch, and the keys to both. */
export const accounts: Migration = {
  id: 1,
  name: 'accounts',
  sql: `
CREATE TABLE accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 320),
  first_name text,
  last_name text,
  password_hash text,
  tier text NOT NULL DEFAULT 'free'
    CHECK (tier IN ('free', 'essentials', 'professional', 'research', 'commercial', 'enterprise')),
  administrator boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX accounts_email ON accounts (lower(email));

-- Rows of traffic carry the ids of locations and agents in 32 bits.
CREATE TABLE locations (
  id bigint GENERATED ALWAYS AS IDENTITY (MAXVALUE 4294967295) PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  name text NOT NULL,
  description text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE INDEX locations_account ON locations (account_id, id);

CREATE TABLE api_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  kind text NOT NULL CHECK (kind IN ('account', 'location', 'resolver', 'admin')),
  location_id bigint REFERENCES locations,
  resolver_id bigint,
  module text,
  prefix text NOT NULL,
  hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  label text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  CHECK ((kind = 'location') = (location_id IS NOT NULL)),
  CHECK ((kind = 'resolver') = (resolver_id IS NOT NULL AND module IS NOT NULL))
);
CREATE INDEX api_keys_account ON api_keys (account_id, id);
CREATE INDEX api_keys_location ON api_keys (location_id) WHERE location_id IS NOT NULL;
`,
};
