import type { BatchMetadata } from '@sonde/shared/batch/metadata.ts';
import type { LedgerStore, RunLedger } from '../../ports/ingest/ledgers.ts';
import type { Postgres } from './pool.ts';

interface RunRow {
  agent_id: number;
  run_id: string;
  first_seen_at: Date;
  last_seen_at: Date;
  first_sequence: number;
  last_sequence: number;
  batches: number;
  given_up: number;
  rows: number;
  rejected_rows: number;
  metadata: BatchMetadata;
}

export function createLedgerStore(postgres: Postgres): LedgerStore {
  return {
    runs: async (agentIds, latest) => {
      const rows = await postgres.query<RunRow>(
        `SELECT r.agent_id, r.run_id, r.first_seen_at, r.last_seen_at, r.given_up, r.rows, r.rejected_rows, r.metadata,
           lower(r.received) AS first_sequence, upper(r.received) - 1 AS last_sequence,
           (SELECT sum(upper(stretch) - lower(stretch)) FROM unnest(r.received) AS stretch)::bigint AS batches
         FROM unnest($1::bigint[]) AS wanted (agent_id) CROSS JOIN LATERAL (
           SELECT * FROM agent_runs WHERE agent_id = wanted.agent_id
           ORDER BY first_seen_at DESC, run_id LIMIT $2) AS r
         ORDER BY r.first_seen_at DESC, r.agent_id, r.run_id`,
        [[...new Set(agentIds)], latest],
      );
      return rows.map(toRunLedger);
    },
    missing: async (agentId, runId, limit) =>
      postgres.query<{ from: number; to: number }>(
        `SELECT lower(gap) AS from, upper(gap) - 1 AS to
         FROM agent_runs r,
           unnest(int8multirange(int8range(1, upper(r.received))) - r.received) AS gap
         WHERE r.agent_id = $1 AND r.run_id = $2 ORDER BY lower(gap) LIMIT $3`,
        [agentId, runId, limit],
      ),
    totals: async (agentIds) => {
      const rows = await postgres.query<{ id: number; batches: number; rows: number; rejected_rows: number }>(
        'SELECT id, batches, rows, rejected_rows FROM agents WHERE id = ANY ($1)',
        [agentIds],
      );
      return new Map(
        rows.map((row) => [
          row.id,
          { batches: row.batches, rows: row.rows, rejectedRows: row.rejected_rows },
        ]),
      );
    },
    forgetBefore: async (time) => {
      const forgotten = await postgres.query(
        `DELETE FROM agent_runs r WHERE r.last_seen_at < $1
           AND NOT EXISTS (SELECT FROM agents a WHERE a.id = r.agent_id AND a.current_run_id = r.run_id)
         RETURNING run_id`,
        [time],
      );
      return forgotten.length;
    },
  };
}

/** What was given up is among the stretches, so that it would count as arrived. */
function toRunLedger(row: RunRow): RunLedger {
  const batches = row.batches - row.given_up;
  return {
    agentId: row.agent_id,
    runId: row.run_id,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    firstSequence: row.first_sequence,
    lastSequence: row.last_sequence,
    batches,
    missing: Math.max(0, row.last_sequence - batches),
    rows: row.rows,
    rejectedRows: row.rejected_rows,
    metadata: row.metadata,
  };
}
