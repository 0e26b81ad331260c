import type { Migration } from '../migration.ts';

/** Members may be administrators and auditors, beside owners, analysts and viewers. */
export const moreRoles: Migration = {
  id: 44,
  name: 'more roles',
  sql: `
ALTER TABLE memberships DROP CONSTRAINT memberships_role_check,
  ADD CONSTRAINT memberships_role_check CHECK (role IN ('owner', 'administrator', 'analyst', 'auditor', 'viewer'));
ALTER TABLE api_keys DROP CONSTRAINT api_keys_role_check,
  ADD CONSTRAINT api_keys_role_check CHECK (role IN ('owner', 'administrator', 'analyst', 'auditor', 'viewer'));
`,
};
