import type { Migration } from '../migration.ts';

/** The tables hold domains by what they were publicly seen with. */
export const registrations: Migration = {
  id: 22,
  name: 'registrations',
  sql: `
CREATE TABLE registration_domains (
  domain text PRIMARY KEY,
  registrar_name text,
  registrar_iana_id integer,
  registrar_abuse_email text,
  registered_at timestamptz,
  expires_at timestamptz,
  name_servers text[],
  country_code text,
  secure_dns boolean,
  seen_at timestamptz NOT NULL
);
CREATE INDEX registration_domains_by_time ON registration_domains (seen_at);

CREATE TABLE registration_values (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('email', 'organization', 'registrar', 'nameserver')),
  value text NOT NULL,
  -- Domains that have it: counting them takes too long where there are many.
  domains integer NOT NULL DEFAULT 0,
  UNIQUE (kind, value)
);
-- The extension is the whole database's, and may lie in any schema of it. Whoever makes it at the same moment made it.
DO $$
DECLARE place text;
BEGIN
  BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
  EXCEPTION WHEN unique_violation OR duplicate_object THEN NULL;
  END;
  SELECT n.nspname INTO place FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
  WHERE e.extname = 'pg_trgm';
  EXECUTE format(
    'CREATE INDEX registration_values_parts ON registration_values USING gin (value %I.gin_trgm_ops)', place);
END $$;

CREATE TABLE registration_postings (
  value_id bigint NOT NULL REFERENCES registration_values ON DELETE CASCADE,
  domain text NOT NULL REFERENCES registration_domains ON DELETE CASCADE,
  role text NOT NULL,
  source text NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (value_id, domain)
);
CREATE INDEX registration_postings_by_domain ON registration_postings (domain);

-- What somebody had erased does not come back; it is not kept in the clear.
CREATE TABLE registration_erasures (
  kind text NOT NULL,
  value_hash text NOT NULL,
  erased_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, value_hash)
);
`,
};
