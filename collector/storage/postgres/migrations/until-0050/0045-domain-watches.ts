import type { Migration } from '../migration.ts';

/** Domains whose records are asked for again and again, and what happened to domains. */
export const domainWatches: Migration = {
  id: 45,
  name: 'domain watches',
  sql: `
-- Who had it scanned last, for whose turn it is.
ALTER TABLE tracked_domains ADD COLUMN monitored_by bigint REFERENCES accounts ON DELETE SET NULL;
CREATE TABLE domain_watches (
  domain text COLLATE "C" PRIMARY KEY,
  -- 0 where nobody knows.
  account_id bigint NOT NULL,
  due_at timestamptz NOT NULL,
  version bigint NOT NULL DEFAULT 0,
  -- As the port describes them.
  sets jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX domain_watches_due ON domain_watches (account_id, due_at);
CREATE TABLE domain_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  domain text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  severity severity NOT NULL,
  subject text NOT NULL,
  old_value text,
  new_value text,
  message text NOT NULL
);
CREATE INDEX domain_events_domain ON domain_events (domain, at);
CREATE INDEX domain_events_at ON domain_events (at);
-- How far the end of something was told of: of each certificate by where it is served, and of registrations.
CREATE TABLE expiry_alerts (
  domain text COLLATE "C" NOT NULL,
  place text NOT NULL,
  identity text NOT NULL,
  days integer NOT NULL,
  told_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (domain, place)
);
INSERT INTO expiry_alerts (domain, place, identity, days)
  SELECT domain, 'web', alerted_certificate, alerted_days FROM tracked_domains
  WHERE alerted_certificate IS NOT NULL AND alerted_days IS NOT NULL;
ALTER TABLE tracked_domains DROP COLUMN alerted_certificate, DROP COLUMN alerted_days;
`,
};
