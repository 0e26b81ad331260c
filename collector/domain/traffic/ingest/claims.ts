import { setTimeout as delay } from 'node:timers/promises';
import { Conflict } from '@sonde/shared/errors.ts';
import type { BatchSpool, SpooledBatch, StagedBatch } from '../../../ports/ingest/batch-spool.ts';
import type { BatchClaim, BatchRegistry, ClaimResult } from '../../../ports/ingest/batches.ts';
import { coalesce } from './coalesce.ts';

/**
 * A claim by itself costs PostgreSQL 1.6 ms of processor time, eight in one statement 0.28 each. A lone claim never waits, one of
 * many these milliseconds at most.
 */
const roundTrips = { most: 256, spacing: 20 };
const firstPause = 200;
const longestPause = 10_000;

/**
 * Makes the error for an id that its sender chose before for other rows: to call the new ones stored would lose them.
 */
export function otherContent(): Conflict {
  return new Conflict('This batch id was used for other queries before; each batch needs its own.');
}

/**
 * `Claims` decides with the registry whose a staged batch is. The hard case is a claim whose answer was lost: it may
 * have been made all the same, and then nobody else will take the batch. Its rows therefore stay until the registry has
 * told.
 */
export class Claims {
  readonly #registry: BatchRegistry;
  readonly #spool: Pick<BatchSpool, 'has'>;
  readonly #collectorId: string;
  readonly #onAccepted: (batch: SpooledBatch) => void;
  readonly #claim: (claim: BatchClaim) => Promise<ClaimResult>;

  constructor(
    ports: { registry: BatchRegistry; spool: Pick<BatchSpool, 'has'> },
    collectorId: string,
    onAccepted: (batch: SpooledBatch) => void,
  ) {
    this.#registry = ports.registry;
    this.#spool = ports.spool;
    this.#collectorId = collectorId;
    this.#onAccepted = onAccepted;
    this.#claim = coalesce((claims) => ports.registry.claim(collectorId, claims), roundTrips);
  }

  /**
   * True if the batch is now kept here; false if it was accepted before. Rejects if the registry is away, and
   * with a Conflict if the id was used for another batch.
   */
  async settle(staged: StagedBatch, claim: BatchClaim): Promise<boolean> {
    let result: ClaimResult;
    try {
      result = await this.#claim(claim);
    } catch (error) {
      void this.#settleLater(staged, claim.batchId);
      throw error;
    }
    if (result === 'claimed') return await this.#keep(staged);
    if (result === 'mine' && (await this.#isMissing(claim.batchId))) return await this.#keep(staged);
    await staged.discard();
    if (result === 'other') throw otherContent();
    return false;
  }

  /** Asks until the registry answers. What a restart interrupts, the spool's recovery does. */
  async #settleLater(staged: StagedBatch, batchId: string): Promise<void> {
    for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
      await delay(pause, undefined, { ref: false });
      try {
        if (await this.#isMissing(batchId)) await this.#keep(staged);
        else await staged.discard();
        return;
      } catch {
        // The registry is still away.
      }
    }
  }

  /** Tells whether the registry counts on this collector for a batch that it does not have. */
  async #isMissing(batchId: string): Promise<boolean> {
    if (this.#spool.has(batchId)) return false;
    const unfinished = await this.#registry.unfinished(this.#collectorId, [batchId]);
    return unfinished.has(batchId) && !this.#spool.has(batchId);
  }

  async #keep(staged: StagedBatch): Promise<true> {
    this.#onAccepted(await staged.keep());
    return true;
  }
}
