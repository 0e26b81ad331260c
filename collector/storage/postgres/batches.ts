import type { BatchRegistry } from '../../ports/ingest/batches.ts';
import { claimBatches } from './batches/claim.ts';
import { findBatches, reopenBatches } from './batches/reopen.ts';
import { repeatable } from './pool/repeatable.ts';
import type { Postgres } from './pool.ts';

/** Batches forgotten in one statement, so that none of them takes long. */
const forgottenAtOnce = 10_000;

export function createBatchRegistry(postgres: Postgres): BatchRegistry {
  return {
    claim: async (collectorId, claims) =>
      claims.length === 0 ? [] : repeatable(() => claimBatches(postgres, collectorId, claims)),
    unfinished: async (collectorId, batchIds) => {
      if (batchIds.length === 0) return new Set();
      const rows = await postgres.query<{ batch_id: string }>(
        `SELECT batch_id FROM accepted_batches
         WHERE batch_id = ANY ($2::uuid[]) AND collector_id = $1 AND stored_at IS NULL`,
        [collectorId, batchIds],
      );
      const found = new Set(rows.map((row) => row.batch_id));
      return new Set(batchIds.filter((batchId) => found.has(batchId.toLowerCase())));
    },
    markStored: async (batchIds) => {
      if (batchIds.length === 0) return;
      await postgres.query(
        `WITH stored AS (
           SELECT batch_id FROM accepted_batches WHERE batch_id = ANY ($1::uuid[]) AND stored_at IS NULL
           ORDER BY batch_id FOR UPDATE)
         UPDATE accepted_batches b SET stored_at = now() FROM stored WHERE b.batch_id = stored.batch_id`,
        [batchIds],
      );
    },
    find: async (batchIds) => (batchIds.length === 0 ? new Map() : findBatches(postgres, batchIds)),
    reopen: async (collectorId, batches) =>
      batches.length === 0 ? new Set() : repeatable(() => reopenBatches(postgres, collectorId, batches)),
    forgetBefore: async (time) => {
      for (let total = 0; ; ) {
        const forgotten = await postgres.query(
          `DELETE FROM accepted_batches WHERE batch_id IN (
             SELECT batch_id FROM accepted_batches WHERE accepted_at < $1 AND stored_at IS NOT NULL
             ORDER BY accepted_at LIMIT $2 FOR UPDATE SKIP LOCKED)
           RETURNING batch_id`,
          [time, forgottenAtOnce],
        );
        total += forgotten.length;
        if (forgotten.length < forgottenAtOnce) return total;
      }
    },
  };
}
