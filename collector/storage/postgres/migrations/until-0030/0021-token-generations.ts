import type { Migration } from '../migration.ts';

/** Tokens tell apart by number what was voided: seconds void also what is issued within the one that they were voided in. */
export const tokenGenerations: Migration = {
  id: 21,
  name: 'token generations',
  sql: `
ALTER TABLE people ADD COLUMN token_generation bigint NOT NULL DEFAULT 0, DROP COLUMN tokens_valid_after;
`,
};
