import type { Migration } from '../migration.ts';

/** The tables hold administrators' changes to feeds and datasets while collectors run, and publishers' keys. */
export const feedSettings: Migration = {
  id: 25,
  name: 'feed settings',
  sql: `
-- Null leaves it as the settings and the program have it.
CREATE TABLE feed_settings (
  feed text PRIMARY KEY,
  enabled boolean,
  weight double precision CHECK (weight BETWEEN 0 AND 1),
  severity severity,
  threat_type text,
  changed_at timestamptz NOT NULL DEFAULT now()
);
-- The datasets themselves are each collector's own.
CREATE TABLE dataset_settings (
  dataset text PRIMARY KEY,
  enabled boolean,
  asked_at timestamptz
);
CREATE TABLE publisher_keys (
  setting text PRIMARY KEY,
  -- Encrypted: what is copied from the database alone opens no account.
  sealed text NOT NULL,
  set_at timestamptz NOT NULL DEFAULT now()
);
`,
};
