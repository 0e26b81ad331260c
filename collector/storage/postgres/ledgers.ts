import type { BatchMetadata, Ledger } from '@sonde/shared/batch/metadata.ts';
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

interface HourRow {
  agent_id: number;
  run_id: string;
  hour: Date;
  rows: number;
  rejected_rows: number;
  missing: number;
  ledger: Ledger;
  first_seen_at: Date;
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
    markHours: async () => {
      await postgres.query(
        `INSERT INTO agent_hours AS h (agent_id, run_id, hour, rows, rejected_rows, missing, ledger)
         SELECT agent_id, run_id, date_trunc('hour', last_seen_at, 'UTC'), rows, rejected_rows,
           greatest(0, upper(received) - 1 - (
             SELECT sum(upper(stretch) - lower(stretch)) FROM unnest(received) AS stretch)::bigint + given_up),
           metadata -> 'ledger'
         FROM agent_runs WHERE last_seen_at > now() - interval '10 minutes'
         ORDER BY agent_id, run_id
         ON CONFLICT (agent_id, hour, run_id) DO UPDATE SET rows = excluded.rows,
           rejected_rows = excluded.rejected_rows, missing = excluded.missing, ledger = excluded.ledger
         WHERE h.rows <> excluded.rows OR h.missing <> excluded.missing OR h.ledger <> excluded.ledger
           OR h.rejected_rows <> excluded.rejected_rows`,
      );
    },
    hours: async (agentIds, from, to) => {
      const rows = await postgres.query<HourRow>(
        `WITH within AS (
           SELECT * FROM agent_hours WHERE agent_id = ANY ($1) AND hour >= $2 AND hour < $3),
         before AS (
           SELECT earlier.* FROM (SELECT DISTINCT agent_id, run_id FROM within) AS run CROSS JOIN LATERAL (
             SELECT * FROM agent_hours h WHERE h.agent_id = run.agent_id AND h.run_id = run.run_id AND h.hour < $2
             ORDER BY hour DESC LIMIT 1) AS earlier)
         SELECT h.agent_id, h.run_id, h.hour, h.rows, h.rejected_rows, h.missing, h.ledger, r.first_seen_at
         FROM (SELECT * FROM within UNION ALL SELECT * FROM before) AS h
         JOIN agent_runs r ON r.agent_id = h.agent_id AND r.run_id = h.run_id
         ORDER BY h.agent_id, r.first_seen_at, h.run_id, h.hour`,
        [[...new Set(agentIds)], from, to],
      );
      return rows.map((row) => ({
        agentId: row.agent_id,
        runId: row.run_id,
        runStartedAt: row.first_seen_at,
        hour: row.hour,
        rows: row.rows,
        rejectedRows: row.rejected_rows,
        missing: row.missing,
        ledger: row.ledger,
      }));
    },
    forgetBefore: async (time) => {
      await postgres.query('DELETE FROM agent_hours WHERE hour < $1', [time]);
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

/** Makes a run's ledger of a row, less batches given up: they are among the stretches and would count as arrived. */
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
