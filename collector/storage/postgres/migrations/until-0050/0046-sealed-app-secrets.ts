import type { Migration } from '../migration.ts';

/** Sealed secrets of authenticator apps are longer than the secrets themselves, which the collector seals when it starts. */
export const sealedAppSecrets: Migration = {
  id: 46,
  name: 'sealed secrets of authenticator apps',
  sql: `
ALTER TABLE authenticator_apps
  DROP CONSTRAINT authenticator_apps_secret_check,
  DROP CONSTRAINT authenticator_apps_offered_secret_check,
  ADD CONSTRAINT authenticator_apps_secret_check CHECK (octet_length(secret) BETWEEN 20 AND 200),
  ADD CONSTRAINT authenticator_apps_offered_secret_check CHECK (octet_length(offered_secret) BETWEEN 20 AND 200);
`,
};
