import type { Migration } from '../migration.ts';

/** The tables hold schedules of compliance reports that are written by themselves, and who is told of them. */
export const complianceSchedules: Migration = {
  id: 34,
  name: 'compliance schedules',
  sql: `
CREATE TABLE compliance_schedules (
  id uuid PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  framework text NOT NULL,
  title text NOT NULL,
  domains text[] NOT NULL,
  scan boolean NOT NULL,
  every text NOT NULL CHECK (every IN ('daily', 'weekly', 'monthly')),
  hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
  weekday smallint NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  day smallint NOT NULL CHECK (day BETWEEN 1 AND 28),
  emails text[] NOT NULL,
  webhooks text[] NOT NULL,
  only_changes boolean NOT NULL,
  active boolean NOT NULL,
  next_run_at timestamptz NOT NULL,
  -- The id of the report that the run under way asks for, so that one that is broken off asks for it once.
  pending_report uuid,
  holder text,
  held_until timestamptz,
  last_run_at timestamptz,
  last_report uuid,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX compliance_schedules_account ON compliance_schedules (account_id, created_at);
CREATE INDEX compliance_schedules_due ON compliance_schedules (next_run_at) WHERE active;

ALTER TABLE compliance_reports ADD COLUMN schedule_id uuid;
CREATE INDEX compliance_reports_schedule ON compliance_reports (schedule_id, created_at DESC)
  WHERE schedule_id IS NOT NULL;

CREATE TABLE compliance_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  schedule_id uuid NOT NULL REFERENCES compliance_schedules ON DELETE CASCADE,
  report_id uuid NOT NULL REFERENCES compliance_reports ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('email', 'webhook')),
  target text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'dead')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  last_error text,
  UNIQUE (report_id, kind, target)
);
CREATE INDEX compliance_deliveries_due ON compliance_deliveries (next_attempt_at) WHERE state = 'waiting';
CREATE INDEX compliance_deliveries_schedule ON compliance_deliveries (schedule_id, id DESC);
`,
};
