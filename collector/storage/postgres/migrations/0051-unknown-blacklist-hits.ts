import type { Migration } from './migration.ts';

/** Scores of addresses say that no blocklist said anything, rather than that none lists them. */
export const unknownBlacklistHits: Migration = {
  id: 51,
  name: 'unknown blacklist hits',
  sql: 'ALTER TABLE address_scores ALTER COLUMN blacklist_hits DROP NOT NULL',
};
