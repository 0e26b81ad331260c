import type { Migration } from '../migration.ts';

/** Saved views are filters of pages that somebody keeps under a name, for himself or for the account. */
export const savedViews: Migration = {
  id: 41,
  name: 'saved views',
  sql: `
CREATE TABLE saved_views (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- Null: everybody's of the account.
  person_id bigint REFERENCES people ON DELETE CASCADE,
  page text NOT NULL CHECK (page IN ('overview', 'queries', 'threats')),
  name text NOT NULL,
  query text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE NULLS NOT DISTINCT (account_id, person_id, page, name)
);
`,
};
