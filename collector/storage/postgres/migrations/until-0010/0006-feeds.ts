import type { Migration } from '../migration.ts';

/** The table holds the states of feeds. */
export const feeds: Migration = {
  id: 6,
  name: 'feeds',
  sql: `
CREATE TABLE feed_states (
  feed text PRIMARY KEY,
  -- As the port describes it; nothing in it is asked for alone.
  state jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
`,
};
