import type { Migration } from '../migration.ts';

/** The tables hold reports of compliance, and the key that they are signed with. Frameworks themselves are files. */
export const compliance: Migration = {
  id: 27,
  name: 'compliance',
  sql: `
CREATE TABLE compliance_reports (
  id uuid PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  framework text NOT NULL,
  title text NOT NULL,
  domains text[] NOT NULL,
  -- Without a reference: jobs are forgotten earlier.
  bulk_job_id uuid,
  status text NOT NULL DEFAULT 'queued'
    CHECK (status IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
  done integer NOT NULL DEFAULT 0,
  error text,
  holder text,
  held_until timestamptz,
  document jsonb,
  digest text,
  signature text,
  key_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz
);
CREATE INDEX compliance_reports_account ON compliance_reports (account_id, created_at DESC);
CREATE INDEX compliance_reports_waiting ON compliance_reports (created_at) WHERE finished_at IS NULL;

CREATE TABLE signing_key (
  private_key text NOT NULL,
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton)
);
`,
};
