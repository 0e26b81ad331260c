import type { Migration } from './migration.ts';

/** The pages of a site that were looked at, and with which rules: what another page shows, or other rules find, is no change of the site. */
export const technologyPages: Migration = {
  id: 64,
  name: 'technology_pages',
  sql: `ALTER TABLE tech_websites ADD COLUMN pages jsonb NOT NULL DEFAULT '[]'`,
};
