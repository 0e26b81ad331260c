import type { Migration } from '../migration.ts';

/**
 * The tables hold exclusions of accounts from detection, facts about indicators' sources, and leases for what is done
 * once.
 */
export const judgement: Migration = {
  id: 8,
  name: 'judgement',
  sql: `
CREATE TABLE exclusions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  -- Null for all locations of the account.
  location_id bigint REFERENCES locations,
  name text,
  client text,
  note text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (location_id IS NOT NULL OR name IS NOT NULL OR client IS NOT NULL)
);
CREATE UNIQUE INDEX exclusions_same ON exclusions
  (account_id, coalesce(location_id, 0), coalesce(name, ''), coalesce(client, ''));

ALTER TABLE indicator_sources
  ADD COLUMN weight double precision NOT NULL DEFAULT 0.5,
  ADD COLUMN fetched_at timestamptz,
  ADD COLUMN content_hash text;

CREATE TABLE leases (
  name text PRIMARY KEY,
  holder text NOT NULL,
  ends_at timestamptz NOT NULL
);

ALTER TABLE threats ADD COLUMN reopened_at timestamptz, ADD COLUMN reopening_note text;
`,
};
