import type { Migration } from '../migration.ts';

/** Names of clients come from leases and reverse look-ups as well; the operator's holds before them. */
export const sourcesOfClientNames: Migration = {
  id: 47,
  name: 'sources of client names',
  sql: `
ALTER TABLE client_names
  ADD COLUMN source text NOT NULL DEFAULT 'operator' CHECK (source IN ('operator', 'lease', 'reverse')),
  ADD COLUMN found_at timestamptz NOT NULL DEFAULT now(),
  DROP CONSTRAINT client_names_pkey,
  ADD PRIMARY KEY (account_id, address, source);
`,
};
