import type { Migration } from '../migration.ts';

/** The table holds the counts of senders by the end of each hour. */
export const agentHours: Migration = {
  id: 30,
  name: 'agent hours',
  sql: `
CREATE TABLE agent_hours (
  agent_id bigint NOT NULL,
  run_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  -- Totals since the run began, as of the last look in that hour.
  rows bigint NOT NULL,
  rejected_rows bigint NOT NULL,
  missing bigint NOT NULL,
  ledger jsonb NOT NULL,
  PRIMARY KEY (agent_id, hour, run_id),
  FOREIGN KEY (agent_id, run_id) REFERENCES agent_runs ON DELETE CASCADE
);
`,
};
