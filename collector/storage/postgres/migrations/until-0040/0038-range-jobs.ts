import type { Migration } from '../migration.ts';

/** The tables hold ranges whose names and listings are asked for over the network. */
export const rangeJobs: Migration = {
  id: 38,
  name: 'range jobs',
  sql: `
CREATE TABLE range_jobs (
  id uuid PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  cidr cidr NOT NULL,
  lists boolean NOT NULL,
  total integer NOT NULL,
  looked integer NOT NULL DEFAULT 0,
  named integer NOT NULL DEFAULT 0,
  listed integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz,
  cancelled boolean NOT NULL DEFAULT false
);
CREATE INDEX range_jobs_account ON range_jobs (account_id, created_at DESC);
CREATE INDEX range_jobs_open ON range_jobs (created_at) WHERE finished_at IS NULL;

CREATE TABLE range_chunks (
  job_id uuid NOT NULL REFERENCES range_jobs ON DELETE CASCADE,
  position integer NOT NULL,
  first inet NOT NULL,
  size integer NOT NULL,
  -- Addresses from its first on that were looked at.
  done integer NOT NULL DEFAULT 0,
  holder text,
  lease_ends_at timestamptz,
  PRIMARY KEY (job_id, position)
);
CREATE INDEX range_chunks_held ON range_chunks (holder) WHERE holder IS NOT NULL;

CREATE TABLE range_results (
  job_id uuid NOT NULL REFERENCES range_jobs ON DELETE CASCADE,
  ip inet NOT NULL,
  names text[] NOT NULL,
  confirmed text[] NOT NULL,
  listed_in text[] NOT NULL,
  unknown text[] NOT NULL,
  PRIMARY KEY (job_id, ip)
);
`,
};
