import type { Migration } from '../migration.ts';

/** The tables hold fingerprints of TLS clients, and the addresses that they came from. */
export const clientFingerprints: Migration = {
  id: 11,
  name: 'client fingerprints',
  sql: `
CREATE TABLE client_fingerprints (
  account_id bigint NOT NULL REFERENCES accounts,
  ja4 text COLLATE "C" NOT NULL,
  source_ip inet NOT NULL,
  first_seen timestamptz NOT NULL,
  last_seen timestamptz NOT NULL,
  times_seen bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (account_id, ja4, source_ip)
);
CREATE INDEX client_fingerprints_address ON client_fingerprints (account_id, source_ip);
CREATE INDEX client_fingerprints_last_seen ON client_fingerprints (last_seen);
`,
};
