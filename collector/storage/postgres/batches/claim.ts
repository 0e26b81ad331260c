import type { BatchClaim, ClaimResult } from '../../../ports/ingest/batches.ts';
import type { Postgres } from '../pool.ts';
import { storableJson } from '../storable-text.ts';
import { mostStretches, settleRun } from './settle-run.ts';

/**
 * Claims what nobody has, and counts only that: towards its sender's run and towards the sender. Each part reads what
 * the one before it returns, and in the order of a key, so that two collectors lock in the same order.
 * Unnumbered batches (of the JSON road) have no run.
 */
const claimStatement = `
WITH offered AS (
  SELECT * FROM unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::uuid[], $6::bigint[], $7::int[], $8::int[], $9::jsonb[], $10::uuid[])
    AS o (batch_id, location_id, agent_id, run_id, sequence, rows, rejected_rows, metadata, content)),
claimed AS (
  INSERT INTO accepted_batches
    (batch_id, collector_id, location_id, agent_id, run_id, sequence, rows, rejected_rows, content)
  SELECT batch_id, $1, location_id, agent_id, run_id, sequence, rows, rejected_rows, content
  FROM offered ORDER BY batch_id
  ON CONFLICT (batch_id) DO NOTHING
  RETURNING batch_id, agent_id, run_id, sequence, rows, rejected_rows),
numbered AS (
  SELECT DISTINCT ON (c.batch_id) c.*, o.metadata
  FROM claimed c JOIN offered o USING (batch_id, agent_id, run_id, sequence)),
runs AS (
  INSERT INTO agent_runs AS known (agent_id, run_id, received, rows, rejected_rows, metadata)
  SELECT agent_id, run_id, range_agg(int8range(sequence, sequence, '[]')), sum(rows), sum(rejected_rows),
    (array_agg(metadata ORDER BY sequence DESC))[1]
  FROM numbered GROUP BY agent_id, run_id ORDER BY agent_id, run_id
  ON CONFLICT (agent_id, run_id) DO UPDATE SET
    received = known.received + excluded.received,
    rows = known.rows + excluded.rows,
    rejected_rows = known.rejected_rows + excluded.rejected_rows,
    metadata = CASE WHEN upper(excluded.received) > upper(known.received)
      THEN excluded.metadata ELSE known.metadata END,
    last_seen_at = now()
  RETURNING agent_id, run_id, first_seen_at, metadata,
    (SELECT count(*) FROM unnest(received)) > ${mostStretches} AS is_scattered),
newest AS (
  SELECT DISTINCT ON (agent_id) agent_id, run_id, first_seen_at, metadata
  FROM runs ORDER BY agent_id, first_seen_at DESC, (metadata ->> 'ledger_at')::numeric DESC),
totals AS (
  SELECT c.agent_id, count(*) AS batches, sum(c.rows) AS rows, sum(c.rejected_rows) AS rejected_rows
  FROM claimed c GROUP BY c.agent_id),
locked AS (
  SELECT a.id, t.batches, t.rows, t.rejected_rows, n.run_id, n.metadata,
    n.run_id IS NOT NULL AND (r.first_seen_at IS NULL OR r.run_id = n.run_id OR n.first_seen_at >= r.first_seen_at)
      AS is_newest
  FROM agents a JOIN totals t ON t.agent_id = a.id LEFT JOIN newest n ON n.agent_id = a.id
    LEFT JOIN agent_runs r ON r.agent_id = a.id AND r.run_id = a.current_run_id
  ORDER BY a.id FOR UPDATE OF a),
counted AS (
  UPDATE agents a SET
    batches = a.batches + l.batches, rows = a.rows + l.rows, rejected_rows = a.rejected_rows + l.rejected_rows,
    last_seen_at = now(),
    current_run_id = CASE WHEN l.is_newest THEN l.run_id ELSE a.current_run_id END,
    software = CASE WHEN l.is_newest THEN l.metadata ->> 'software' ELSE a.software END,
    host = CASE WHEN l.is_newest THEN l.metadata ->> 'host' ELSE a.host END
  FROM locked l WHERE a.id = l.id)
SELECT batch_id, false AS is_scattered, NULL AS agent_id, NULL AS run_id FROM claimed
UNION ALL SELECT NULL, true, agent_id, run_id FROM runs WHERE is_scattered`;

/**
 * The statement finds the holders of the other batches, asked afterwards: the first statement doesn't see what was
 * claimed while it ran.
 */
const holderStatement = `
SELECT batch_id, collector_id, location_id, content FROM accepted_batches WHERE batch_id = ANY ($1::uuid[])`;

/** Claims batches in one statement, and asks once more only if some were claimed before. */
export async function claimBatches(
  postgres: Postgres,
  collectorId: string,
  claims: readonly BatchClaim[],
): Promise<ClaimResult[]> {
  const ours = new Set(await claimNew(postgres, collectorId, claims));
  const answers: (ClaimResult | undefined)[] = claims.map(({ batchId }) =>
    ours.delete(normal(batchId)) ? 'claimed' : undefined,
  );
  const held = claims.filter((_claim, index) => answers[index] === undefined);
  if (held.length === 0) return answers.map((answer) => answer ?? 'elsewhere');
  const rows = await postgres.query<Holder>(holderStatement, [held.map(({ batchId }) => batchId)]);
  const holders = new Map(rows.map((row) => [row.batch_id, row]));
  return claims.map(({ batchId, locationId, content }, index) => {
    const holder = holders.get(normal(batchId));
    const isOther = holder?.content != null && content !== null && holder.content !== normal(content);
    if (isOther && answers[index] === undefined) return 'other';
    const mine = holder?.collector_id === collectorId && holder.location_id === locationId;
    return answers[index] ?? (mine ? 'mine' : 'elsewhere');
  });
}

async function claimNew(
  postgres: Postgres,
  collectorId: string,
  claims: readonly BatchClaim[],
): Promise<string[]> {
  const rows = await postgres.queryOften<ClaimedRow | ScatteredRow>(claimStatement, [
    collectorId,
    claims.map((claim) => claim.batchId),
    claims.map((claim) => claim.locationId),
    claims.map((claim) => claim.agentId),
    claims.map((claim) => claim.run?.runId ?? null),
    claims.map((claim) => claim.run?.sequence ?? null),
    claims.map((claim) => claim.rows),
    claims.map((claim) => claim.rejectedRows),
    claims.map((claim) => (claim.run ? storableJson(claim.run.metadata) : null)),
    claims.map((claim) => claim.content),
  ]);
  for (const row of rows) {
    if (row.is_scattered) await settleRun(postgres, row.agent_id, row.run_id);
  }
  return rows.flatMap((row) => (row.is_scattered ? [] : [row.batch_id]));
}

interface Holder {
  batch_id: string;
  collector_id: string;
  location_id: number;
  content: string | null;
}

interface ClaimedRow {
  is_scattered: false;
  batch_id: string;
}

/** A run with more gaps than are kept. */
interface ScatteredRow {
  is_scattered: true;
  agent_id: number;
  run_id: string;
}

/** Writes a UUID as PostgreSQL does. */
function normal(uuid: string): string {
  return uuid.toLowerCase();
}
