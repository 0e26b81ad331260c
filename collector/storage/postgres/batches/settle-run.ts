import type { Queryable } from '../pool.ts';

/** One run keeps at most this many stretches of sequences. A healthy sender has one, save for a moment. */
export const mostStretches = 256;

/**
 * Gives up the older half of a run's gaps: they are added to what is counted as lost, and a batch that still comes for
 * one of them is stored, but no longer taken off that count.
 */
const statement = `
UPDATE agent_runs r SET
  given_up = r.given_up + (
    SELECT coalesce(sum(upper(gap) - lower(gap)), 0)
    FROM unnest(int8multirange(int8range(1, cut.sequence)) - r.received) AS gap),
  received = r.received + int8range(1, cut.sequence)::int8multirange
FROM (
  SELECT agent_id, run_id, (
    SELECT lower(stretch) FROM unnest(received) AS stretch
    ORDER BY lower(stretch) DESC OFFSET ${mostStretches / 2} LIMIT 1) AS sequence
  FROM agent_runs WHERE agent_id = $1 AND run_id = $2 FOR UPDATE) AS cut
WHERE r.agent_id = cut.agent_id AND r.run_id = cut.run_id AND cut.sequence > 1`;

/** Keeps a run's record small, whatever its sender numbers. */
export async function settleRun(postgres: Queryable, agentId: number, runId: string): Promise<void> {
  await postgres.query(statement, [agentId, runId]);
}
