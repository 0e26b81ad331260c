import type { Migration } from './migration.ts';

/** Threats are found by any of the clients that they were seen at, and by the one that asked last. */
export const threatsByClient: Migration = {
  id: 66,
  name: 'threats_by_client',
  sql: `CREATE INDEX threats_clients ON threats USING gin ((clients || client_address))`,
};
