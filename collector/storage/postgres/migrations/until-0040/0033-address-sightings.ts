import type { Migration } from '../migration.ts';

/**
 * The table holds what detection saw addresses take part in. It is beside the threats, which people resolve and which
 * name locations.
 */
export const addressSightings: Migration = {
  id: 33,
  name: 'address sightings',
  sql: `
CREATE TABLE address_sightings (
  ip inet NOT NULL,
  type text NOT NULL,
  source text NOT NULL,
  severity severity NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (ip, type, source)
);
CREATE INDEX address_sightings_by_time ON address_sightings (last_seen_at);
`,
};
