import type { Migration } from '../migration.ts';

/** The table holds operators' names for the clients of their networks. */
export const clientNames: Migration = {
  id: 23,
  name: 'client names',
  sql: `
CREATE TABLE client_names (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  address text NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (account_id, address)
);
`,
};
