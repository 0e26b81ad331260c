import type { Migration } from '../migration.ts';

/** The tables hold scans, scores and reports of addresses, and what registries told of their networks. */
export const addresses: Migration = {
  id: 19,
  name: 'addresses',
  sql: `
CREATE TABLE address_scans (
  ip inet NOT NULL,
  scanned_at timestamptz NOT NULL,
  id uuid NOT NULL,
  scope text NOT NULL CHECK (scope IN ('basic', 'full')),
  answer jsonb NOT NULL,
  changed text[] NOT NULL,
  PRIMARY KEY (ip, scanned_at, id)
);
CREATE INDEX address_scans_by_time ON address_scans (scanned_at);

-- One row for each address that was looked at: what lists and ranges ask for.
CREATE TABLE address_scores (
  ip inet PRIMARY KEY,
  abuse_confidence smallint NOT NULL CHECK (abuse_confidence BETWEEN 0 AND 100),
  total_reports integer NOT NULL,
  blacklist_hits smallint NOT NULL,
  has_ptr boolean,
  country text,
  asn bigint,
  last_seen timestamptz NOT NULL
);
CREATE INDEX address_scores_by_confidence ON address_scores (abuse_confidence DESC, last_seen DESC);
CREATE INDEX address_scores_by_time ON address_scores (last_seen);

CREATE TABLE address_reports (
  ip inet NOT NULL,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  category smallint NOT NULL,
  day date NOT NULL,
  reported_at timestamptz NOT NULL,
  comment text,
  proof text,
  PRIMARY KEY (ip, account_id, category, day)
);
CREATE INDEX address_reports_by_time ON address_reports (reported_at);

CREATE TABLE network_registrations (
  first inet NOT NULL,
  last inet NOT NULL,
  registration jsonb NOT NULL,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (first, last)
);
CREATE INDEX network_registrations_by_time ON network_registrations (read_at);
`,
};
