import type { Migration } from '../migration.ts';

/** A provisioning key lets a provider tell an account who its people are (SCIM), and opens nothing else. */
export const provisioningKeys: Migration = {
  id: 35,
  name: 'provisioning keys',
  sql: `
ALTER TABLE api_keys DROP CONSTRAINT api_keys_kind_check;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_kind_check
  CHECK (kind IN ('account', 'location', 'resolver', 'admin', 'provisioning'));
`,
};
