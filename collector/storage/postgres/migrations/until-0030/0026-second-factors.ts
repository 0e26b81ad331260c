import type { Migration } from '../migration.ts';

/** The tables hold authenticator apps, recovery codes and passkeys, which people sign in with besides a password. */
export const secondFactors: Migration = {
  id: 26,
  name: 'second factors',
  sql: `
CREATE TABLE authenticator_apps (
  person_id bigint PRIMARY KEY REFERENCES people ON DELETE CASCADE,
  secret bytea CHECK (octet_length(secret) = 20),
  -- Shown to the person, and not in force before a code of it was confirmed.
  offered_secret bytea CHECK (octet_length(offered_secret) = 20),
  confirmed_at timestamptz,
  -- Of the last code that was used: no code is good twice, and none of an earlier step.
  last_step bigint NOT NULL DEFAULT 0,
  CHECK ((secret IS NULL) = (confirmed_at IS NULL))
);

CREATE TABLE recovery_codes (
  person_id bigint NOT NULL REFERENCES people ON DELETE CASCADE,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (person_id, hash)
);

CREATE TABLE passkeys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  person_id bigint NOT NULL REFERENCES people ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  public_key bytea NOT NULL CHECK (octet_length(public_key) BETWEEN 1 AND 2048),
  sign_count bigint NOT NULL,
  transports text[] NOT NULL,
  backed_up boolean NOT NULL,
  relying_party text NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_person ON passkeys (person_id, id);

CREATE TABLE used_tickets (
  id text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_tickets_end ON used_tickets (expires_at);
`,
};
