import type { Migration } from '../migration.ts';

/** How long a location's rows are kept, where not for as long as all others. */
export const locationRetention: Migration = {
  id: 13,
  name: 'location retention',
  sql: `
-- Days; null for as long as the installation keeps rows.
ALTER TABLE locations ADD COLUMN retention_days integer CHECK (retention_days BETWEEN 1 AND 3650);
`,
};
