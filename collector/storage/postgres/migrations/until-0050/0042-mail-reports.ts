import type { Migration } from '../migration.ts';

/** Mail reports are mailed at an hour of a day or week, to addresses that have said yes. */
export const mailReports: Migration = {
  id: 42,
  name: 'reports by mail',
  sql: `
CREATE TABLE mail_reports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  location_id bigint REFERENCES locations ON DELETE CASCADE,
  recipient text NOT NULL,
  every text NOT NULL CHECK (every IN ('day', 'week')),
  -- Monday is 1.
  weekday smallint NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
  time_zone text NOT NULL,
  -- Proves that somebody reads the address, and ends the reports.
  token uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  created_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,
  -- Null until it is confirmed.
  next_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  held_until timestamptz,
  last_sent_at timestamptz,
  last_error text
);
CREATE INDEX mail_reports_due ON mail_reports (next_at) WHERE next_at IS NOT NULL;
`,
};
