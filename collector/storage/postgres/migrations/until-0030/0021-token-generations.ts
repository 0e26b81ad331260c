import type { Migration } from '../migration.ts';

/** A token's generation is a number that voids earlier tokens: a time in seconds voids also tokens issued in that second. */
export const tokenGenerations: Migration = {
  id: 21,
  name: 'token generations',
  sql: `
ALTER TABLE people ADD COLUMN token_generation bigint NOT NULL DEFAULT 0, DROP COLUMN tokens_valid_after;
`,
};
