import type { BatchClaim, BatchRegistry } from '../../../../collector/ports/ingest/batches.ts';
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

  async forgetBefore() {
    return 0;
  }
}
