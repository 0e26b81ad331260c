import type { Migration } from '../migration.ts';

/** The tables hold indicators, and threats at locations. */
export const detection: Migration = {
  id: 3,
  name: 'detection',
  sql: `
CREATE TYPE severity AS ENUM ('info', 'low', 'medium', 'high', 'critical');

CREATE TABLE threats (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  location_id bigint NOT NULL REFERENCES locations,
  type text NOT NULL,
  subject text NOT NULL,
  severity severity NOT NULL,
  client_address text NOT NULL,
  query_name text NOT NULL,
  source text NOT NULL,
  message text NOT NULL,
  count bigint NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  -- The batch whose examination opened it.
  opened_by uuid NOT NULL,
  resolved_at timestamptz,
  resolution_note text
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX threats_open ON threats (location_id, type, subject) WHERE resolved_at IS NULL;
CREATE INDEX threats_location ON threats (location_id, id);

CREATE TABLE indicator_sources (
  source text PRIMARY KEY,
  count bigint NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE indicators (
  source text NOT NULL REFERENCES indicator_sources ON DELETE CASCADE,
  name text NOT NULL,
  threat_type text NOT NULL,
  severity severity NOT NULL,
  description text,
  PRIMARY KEY (source, name)
);

-- One row. Whoever changes the indicators locks it first.
CREATE TABLE indicator_version (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version bigint NOT NULL
);
INSERT INTO indicator_version (version) VALUES (1);
`,
};
