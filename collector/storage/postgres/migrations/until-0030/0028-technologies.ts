import type { Migration } from '../migration.ts';

/** The tables hold the technologies that sites were seen to use. */
export const technologies: Migration = {
  id: 28,
  name: 'technologies',
  sql: `
CREATE TABLE tech_websites (
  domain text PRIMARY KEY,
  url text,
  server_ip text,
  title text,
  first_scanned_at timestamptz NOT NULL,
  last_scanned_at timestamptz NOT NULL
);
CREATE INDEX tech_websites_by_time ON tech_websites (last_scanned_at);

CREATE TABLE tech_detections (
  domain text NOT NULL REFERENCES tech_websites ON DELETE CASCADE,
  category text NOT NULL,
  name text NOT NULL,
  subcategory text,
  version text,
  confidence smallint NOT NULL,
  evidence text NOT NULL,
  website text NOT NULL,
  vulnerabilities jsonb NOT NULL,
  -- The page that it was last seen on: a look at another one does not say that it is gone.
  asked_url text NOT NULL,
  first_seen timestamptz NOT NULL,
  last_seen timestamptz NOT NULL,
  gone_at timestamptz,
  versions jsonb NOT NULL,
  PRIMARY KEY (domain, category, name)
);
CREATE INDEX tech_detections_by_name ON tech_detections (lower(name), domain) WHERE gone_at IS NULL;
CREATE INDEX tech_detections_by_category ON tech_detections (category, name) WHERE gone_at IS NULL;

CREATE TABLE tech_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  domain text NOT NULL REFERENCES tech_websites ON DELETE CASCADE,
  at timestamptz NOT NULL,
  change text NOT NULL CHECK (change IN ('added', 'removed', 'version')),
  category text NOT NULL,
  name text NOT NULL,
  old_version text,
  new_version text
);
CREATE INDEX tech_changes_by_domain ON tech_changes (domain, id DESC);
`,
};
