import type { AcceptedBatch, ReopenedBatch } from '../../../ports/ingest/batches.ts';
import type { Queryable } from '../pool.ts';

interface FoundRow {
  batch_id: string;
  collector_id: string;
  location_id: number;
  agent_id: number;
  rows: number;
  accepted_at: Date;
  is_stored: boolean;
  location_name: string | null;
  agent_host: string | null;
}

export async function findBatches(
  postgres: Queryable,
  batchIds: readonly string[],
): Promise<Map<string, AcceptedBatch>> {
  const rows = await postgres.query<FoundRow>(
    `SELECT b.batch_id, b.collector_id, b.location_id, b.agent_id, b.rows, b.accepted_at,
       b.stored_at IS NOT NULL AS is_stored, l.name AS location_name, a.host AS agent_host
     FROM accepted_batches b LEFT JOIN locations l ON l.id = b.location_id LEFT JOIN agents a ON a.id = b.agent_id
     WHERE b.batch_id = ANY ($1::uuid[])`,
    [batchIds],
  );
  return new Map(
    rows.map((row) => [
      row.batch_id,
      {
        collectorId: row.collector_id,
        locationId: row.location_id,
        agentId: row.agent_id,
        rows: row.rows,
        acceptedAt: row.accepted_at,
        isStored: row.is_stored,
        locationName: row.location_name,
        agentHost: row.agent_host,
      },
    ]),
  );
}

/** Makes batches unfinished again. Batches of other collectors stay as they are, and are not returned. */
export async function reopenBatches(
  postgres: Queryable,
  collectorId: string,
  batches: readonly ReopenedBatch[],
): Promise<Set<string>> {
  const rows = await postgres.query<{ batch_id: string }>(
    `INSERT INTO accepted_batches AS known (batch_id, collector_id, location_id, agent_id, rows, rejected_rows)
     SELECT batch_id, $1, location_id, agent_id, rows, 0
     FROM unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::int[]) AS o (batch_id, location_id, agent_id, rows)
     ORDER BY batch_id
     ON CONFLICT (batch_id) DO UPDATE SET stored_at = NULL WHERE known.collector_id = excluded.collector_id
     RETURNING batch_id`,
    [
      collectorId,
      batches.map(({ batchId }) => batchId),
      batches.map(({ locationId }) => locationId),
      batches.map(({ agentId }) => agentId),
      batches.map(({ rows: count }) => count),
    ],
  );
  return new Set(rows.map((row) => row.batch_id));
}
