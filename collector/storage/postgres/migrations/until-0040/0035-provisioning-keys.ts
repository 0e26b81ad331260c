import type { Migration } from '../migration.ts';

/** Keys by which a provider tells an account who its people are (SCIM), and which open nothing else. */
export const provisioningKeys: Migration = {
  id: 35,
  name: 'provisioning keys',
  sql: `
ALTER TABLE api_keys DROP CONSTRAINT api_keys_kind_check;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_kind_check
  CHECK (kind IN ('account', 'location', 'resolver', 'admin', 'provisioning'));
`,
};
