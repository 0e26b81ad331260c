import type { Migration } from './migration.ts';

/**
 * The migration keeps how far the end of each certificate was told of, where one place serves several in turns: each told anew whenever it
 * was seen as long as one place had one.
 */
export const expiryAlerts: Migration = {
  id: 53,
  name: 'expiry alerts of each certificate',
  sql: `
ALTER TABLE expiry_alerts DROP CONSTRAINT expiry_alerts_pkey, ADD PRIMARY KEY (domain, place, identity);
`,
};
