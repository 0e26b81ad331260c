import type { Migration } from '../migration.ts';

/** The tables hold the latest scan of each domain, and bulk jobs. The history of scans is ClickHouse's. */
export const domainScans: Migration = {
  id: 10,
  name: 'domain scans',
  sql: `
CREATE TABLE tracked_domains (
  domain text COLLATE "C" PRIMARY KEY,
  first_scanned_at timestamptz NOT NULL,
  last_scanned_at timestamptz NOT NULL,
  -- Both as the ports describe them.
  summary jsonb NOT NULL,
  parts jsonb NOT NULL,
  certificate_ends_at timestamptz,
  -- Scanned again by itself until then; the next time is due_at.
  monitored_until timestamptz,
  due_at timestamptz,
  alerted_certificate text,
  alerted_days integer
);
CREATE INDEX tracked_domains_certificate ON tracked_domains (certificate_ends_at)
  WHERE certificate_ends_at IS NOT NULL;
CREATE INDEX tracked_domains_due ON tracked_domains (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX tracked_domains_last_scanned ON tracked_domains (last_scanned_at);

CREATE TABLE bulk_jobs (
  id uuid PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  options jsonb NOT NULL,
  total integer NOT NULL,
  completed integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz,
  cancelled boolean NOT NULL DEFAULT false
);
CREATE INDEX bulk_jobs_account ON bulk_jobs (account_id, created_at DESC);
CREATE INDEX bulk_jobs_unfinished ON bulk_jobs (created_at) WHERE finished_at IS NULL;

CREATE TABLE bulk_items (
  job_id uuid NOT NULL REFERENCES bulk_jobs ON DELETE CASCADE,
  position integer NOT NULL,
  domain text NOT NULL,
  holder text,
  lease_ends_at timestamptz,
  attempts smallint NOT NULL DEFAULT 0,
  finished_at timestamptz,
  -- As the port's ScanReference; null where the scan failed.
  scan jsonb,
  error text,
  PRIMARY KEY (job_id, position)
);
CREATE INDEX bulk_items_waiting ON bulk_items (job_id, position) WHERE finished_at IS NULL;
CREATE INDEX bulk_items_holder ON bulk_items (holder) WHERE finished_at IS NULL AND holder IS NOT NULL;
`,
};
