import type { Migration } from '../migration.ts';

/** Entries of the audit log form a chain: each has the hash of the one before, so that none changes or goes unseen. */
export const auditChain: Migration = {
  id: 39,
  name: 'audit chain',
  sql: `
-- Null in entries of before there was a chain.
ALTER TABLE audit_entries ADD COLUMN position bigint, ADD COLUMN previous bytea, ADD COLUMN hash bytea;
CREATE UNIQUE INDEX audit_entries_position ON audit_entries (coalesce(account_id, 0), position);
-- The last entry of each account; 0 stands for what nobody known did.
CREATE TABLE audit_heads (
  account_id bigint PRIMARY KEY,
  position bigint NOT NULL,
  hash bytea NOT NULL,
  -- Up to which entries are forgotten in their time.
  forgotten bigint NOT NULL DEFAULT 0
);
`,
};
