import type { Migration } from './migration.ts';

/** The table holds what each collector learned of locations: roles of clients, own zones, and what is usual. */
export const siteProfiles: Migration = {
  id: 57,
  name: 'site profiles',
  sql: `
CREATE TABLE site_profiles (
  location_id bigint NOT NULL REFERENCES locations ON DELETE CASCADE,
  collector_id text NOT NULL,
  -- {roles: [{client, role, since, seen}], zones: [{zone, since, seen}], past: [{client, failing}]}
  learned jsonb NOT NULL,
  learned_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (location_id, collector_id)
);
`,
};
