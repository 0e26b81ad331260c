import type { Migration } from './migration.ts';

/** The different clients that a threat was seen at, beside the one that asked last, which alone is known of older threats. */
export const threatClients: Migration = {
  id: 65,
  name: 'threat_clients',
  sql: `ALTER TABLE threats ADD COLUMN clients text[] NOT NULL DEFAULT '{}'`,
};
