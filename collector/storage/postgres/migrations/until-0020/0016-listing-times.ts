import type { Migration } from '../migration.ts';

/** The column tells since when a source lists an indicator here, for sources that give no dates themselves. */
export const listingTimes: Migration = {
  id: 16,
  name: 'listing times',
  sql: `
-- Unix seconds. Not known of what was there before.
ALTER TABLE indicators ADD COLUMN listed_at bigint;
ALTER TABLE indicators ALTER COLUMN listed_at SET DEFAULT extract(epoch FROM now())::bigint;
`,
};
