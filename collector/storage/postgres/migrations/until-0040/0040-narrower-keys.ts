import type { Migration } from '../migration.ts';

/** Keys may have less power than owners, and may expire. */
export const narrowerKeys: Migration = {
  id: 40,
  name: 'narrower keys',
  sql: `
ALTER TABLE api_keys ADD COLUMN role text NOT NULL DEFAULT 'owner' CHECK (role IN ('owner', 'analyst', 'viewer')),
  ADD COLUMN expires_at timestamptz;
`,
};
