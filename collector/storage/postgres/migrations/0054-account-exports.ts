import type { Migration } from './migration.ts';

/** Exports of accounts lie in the database, so that any collector of a cluster writes them and any hands them out. */
export const accountExports: Migration = {
  id: 54,
  name: 'account exports',
  sql: `
CREATE TABLE account_exports (
  -- One of an account at a time: another one takes its place.
  account_id bigint PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  id uuid NOT NULL UNIQUE,
  requested_by text NOT NULL,
  queries boolean NOT NULL,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'completed', 'failed')),
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  rows bigint NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  error text,
  attempts integer NOT NULL DEFAULT 0,
  holder text,
  held_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz
);
CREATE INDEX account_exports_waiting ON account_exports (created_at) WHERE finished_at IS NULL;

CREATE TABLE account_export_parts (
  export_id uuid NOT NULL REFERENCES account_exports (id) ON DELETE CASCADE,
  position integer NOT NULL,
  path text NOT NULL,
  bytes bigint NOT NULL,
  crc bigint NOT NULL,
  -- Deflated (RFC 1951): PostgreSQL need not try to make it smaller.
  content bytea NOT NULL,
  PRIMARY KEY (export_id, position)
);
ALTER TABLE account_export_parts ALTER COLUMN content SET STORAGE EXTERNAL;
`,
};
