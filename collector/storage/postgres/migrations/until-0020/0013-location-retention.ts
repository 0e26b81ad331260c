import type { Migration } from '../migration.ts';

/** A location may keep its rows for a time of its own. */
export const locationRetention: Migration = {
  id: 13,
  name: 'location retention',
  sql: `
-- Days; null for as long as the installation keeps rows.
ALTER TABLE locations ADD COLUMN retention_days integer CHECK (retention_days BETWEEN 1 AND 3650);
`,
};
