import type { BatchClaim, BatchRegistry, ReopenedBatch } from '../../../../collector/ports/ingest/batches.ts';
import { StoreError } from '../../../../collector/ports/system/store-error.ts';

/** The registry in memory, shared by as many collectors as a test has. */
export class MemoryBatchRegistry implements BatchRegistry {
  readonly claims = new Map<string, { collectorId: string; claim: BatchClaim; stored: boolean }>();
  /** Thrown by the next claim, as a database that is away would. */
  failure: Error | undefined;

  /** Makes the next claim, and fails to tell. */
  loseNextAnswer = false;

  async claim(collectorId: string, claims: readonly BatchClaim[]) {
    if (this.failure !== undefined) throw this.failure;
    const results = claims.map((claim) => {
      const known = this.claims.get(claim.batchId);
      if (known === undefined) {
        this.claims.set(claim.batchId, { collectorId, claim, stored: false });
        return 'claimed' as const;
      }
      if (known.claim.content !== claim.content) return 'other' as const;
      return known.collectorId === collectorId ? ('mine' as const) : ('elsewhere' as const);
    });
    if (!this.loseNextAnswer) return results;
    this.loseNextAnswer = false;
    throw new StoreError('unavailable', 'connection lost');
  }

  async unfinished(collectorId: string, batchIds: readonly string[]) {
    return new Set(
      batchIds.filter((id) => {
        const known = this.claims.get(id);
        return known?.collectorId === collectorId && !known.stored;
      }),
    );
  }

  async markStored(batchIds: readonly string[]) {
    for (const id of batchIds) {
      const known = this.claims.get(id);
      if (known !== undefined) known.stored = true;
    }
  }

  async find(batchIds: readonly string[]) {
    return new Map(
      batchIds.flatMap((id) => {
        const known = this.claims.get(id);
        if (known === undefined) return [];
        const { locationId, agentId, rows } = known.claim;
        const who = { locationName: 'Office', agentHost: 'sensor.example', acceptedAt: new Date(0) };
        const { collectorId, stored: isStored } = known;
        return [[id, { collectorId, locationId, agentId, rows, isStored, ...who }] as const];
      }),
    );
  }

  async reopen(collectorId: string, batches: readonly ReopenedBatch[]) {
    const ours = new Set<string>();
    for (const batch of batches) {
      const known = this.claims.get(batch.batchId);
      if (known !== undefined && known.collectorId !== collectorId) continue;
      const claim = known?.claim ?? { ...batch, run: null, rejectedRows: 0, content: null };
      this.claims.set(batch.batchId, { collectorId, claim, stored: false });
      ours.add(batch.batchId);
    }
    return ours;
  }

  async forgetBefore() {
    return 0;
  }
}
