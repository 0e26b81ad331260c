import type { Migration } from '../migration.ts';

/** The migration keeps what is known of followed zones of top-level domains. */
export const zoneStates: Migration = {
  id: 50,
  name: 'zone states',
  sql: `
CREATE TABLE zone_states (
  zone text COLLATE "C" PRIMARY KEY,
  -- As the port describes it.
  state jsonb NOT NULL
);
`,
};
