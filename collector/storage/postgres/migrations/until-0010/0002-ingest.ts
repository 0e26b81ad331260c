import type { Migration } from '../migration.ts';

/** The tables hold agents, the batches that were taken, and what became of them. */
export const ingest: Migration = {
  id: 2,
  name: 'ingest',
  sql: `
CREATE TABLE agents (
  id bigint GENERATED ALWAYS AS IDENTITY (MAXVALUE 4294967295) PRIMARY KEY,
  location_id bigint NOT NULL REFERENCES locations,
  uuid text NOT NULL,
  software text NOT NULL,
  host text NOT NULL,
  -- The run whose first batch came last.
  current_run_id uuid,
  batches bigint NOT NULL DEFAULT 0,
  rows bigint NOT NULL DEFAULT 0,
  rejected_rows bigint NOT NULL DEFAULT 0,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (location_id, uuid)
) WITH (fillfactor = 70);

-- One start of a sender. Outlives the batches, which are forgotten once they can't come again.
CREATE TABLE agent_runs (
  agent_id bigint NOT NULL REFERENCES agents,
  run_id uuid NOT NULL,
  -- The sequences that arrived; what is missing between 1 and the last is on its way, or lost.
  received int8multirange NOT NULL,
  -- Sequences that are counted as lost for good, so that the set above stays small.
  given_up bigint NOT NULL DEFAULT 0,
  rows bigint NOT NULL,
  rejected_rows bigint NOT NULL,
  -- What the batch with the last sequence said.
  metadata jsonb NOT NULL,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (agent_id, run_id)
) WITH (fillfactor = 70);

-- Without references: rows come by the thousand and their ids from this program alone.
CREATE TABLE accepted_batches (
  batch_id uuid PRIMARY KEY,
  collector_id text NOT NULL,
  location_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  run_id uuid,
  sequence bigint,
  rows integer NOT NULL,
  rejected_rows integer NOT NULL,
  accepted_at timestamptz NOT NULL DEFAULT now(),
  examined_at timestamptz,
  stored_at timestamptz
) WITH (fillfactor = 80);
CREATE INDEX accepted_batches_time ON accepted_batches (accepted_at);
`,
};
