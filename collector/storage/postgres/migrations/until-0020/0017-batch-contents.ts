import type { Migration } from '../migration.ts';

/**
 * The column identifies the content of a batch whose id its sender chose, so that another one under the same id is not
 * taken for it.
 */
export const batchContents: Migration = {
  id: 17,
  name: 'batch contents',
  sql: `
-- A digest. Null for batches of agents, which make up their ids, and for those from before.
ALTER TABLE accepted_batches ADD COLUMN content uuid;
`,
};
