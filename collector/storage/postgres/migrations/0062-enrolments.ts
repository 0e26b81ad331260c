import type { Migration } from './migration.ts';

/**
 * The tables have the tokens by which agents get keys of their own, the agents that did, and the authorities that sign their
 * certificates. Tokens are stored by their hash, keys of authorities sealed.
 */
export const enrolments: Migration = {
  id: 62,
  name: 'enrolments',
  sql: `
CREATE TABLE enrolment_offers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  location_id bigint NOT NULL REFERENCES locations ON DELETE CASCADE,
  hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  prefix text NOT NULL,
  label text NOT NULL,
  -- Where agents may come from; null for anywhere.
  networks text[],
  uses integer NOT NULL CHECK (uses > 0),
  used integer NOT NULL DEFAULT 0 CHECK (used <= uses),
  -- Tries by those who know the token, after it was no good any more or from elsewhere.
  refused bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX enrolment_offers_account ON enrolment_offers (account_id, id);
CREATE INDEX enrolment_offers_end ON enrolment_offers (expires_at);

-- Authorities by whose signatures collectors know the certificates of agents.
CREATE TABLE client_authorities (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  certificate text NOT NULL,
  sealed_key text NOT NULL,
  -- Trusted before it signs, so that all collectors know it by then.
  signs_from timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  -- The end of the last certificate that it signed.
  needed_until timestamptz
);

CREATE TABLE enrolled_agents (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  location_id bigint NOT NULL REFERENCES locations ON DELETE CASCADE,
  enrolled_by bigint REFERENCES enrolment_offers ON DELETE SET NULL,
  key_id bigint NOT NULL UNIQUE REFERENCES api_keys ON DELETE CASCADE,
  -- The identity that the agent gave itself.
  uuid text NOT NULL,
  software text NOT NULL,
  host text NOT NULL,
  address text NOT NULL,
  enrolled_at timestamptz NOT NULL DEFAULT now(),
  -- Of its newest certificate.
  certificate_serial text,
  certificate_issued_at timestamptz,
  certificate_ends_at timestamptz
);
CREATE INDEX enrolled_agents_account ON enrolled_agents (account_id, id);
CREATE INDEX enrolled_agents_location ON enrolled_agents (location_id, uuid);
CREATE INDEX enrolled_agents_token ON enrolled_agents (enrolled_by) WHERE enrolled_by IS NOT NULL;
`,
};
