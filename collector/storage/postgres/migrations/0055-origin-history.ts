import type { Migration } from './migration.ts';

/**
 * The tables hold how the origins of prefixes changed from one table of routes to the next. They are beside the scans of
 * addresses, which are here too: a day brings some ten thousand rows, and an address is asked for by its prefixes.
 */
export const originHistory: Migration = {
  id: 55,
  name: 'origin history',
  sql: `
CREATE TABLE origin_tables (
  dataset text NOT NULL,
  built_at timestamptz NOT NULL,
  content_hash text NOT NULL,
  changes integer NOT NULL,
  PRIMARY KEY (dataset, built_at)
);

CREATE TABLE origin_changes (
  prefix cidr NOT NULL,
  dataset text NOT NULL,
  seen_at timestamptz NOT NULL,
  -- In ascending order; none: nobody announces it.
  before bigint[] NOT NULL,
  after bigint[] NOT NULL,
  PRIMARY KEY (prefix, dataset, seen_at)
);
CREATE INDEX origin_changes_by_time ON origin_changes (seen_at);
`,
};
