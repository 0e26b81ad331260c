import type { BatchMetadata } from '@sonde/shared/batch/metadata.ts';

/** A claim is one batch as the registry of accepted batches keeps it. */
export interface BatchClaim {
  readonly batchId: string;
  readonly locationId: number;
  readonly agentId: number;
  /** The sender's run and the batch's sequence within it; null for the JSON road. */
  readonly run: {
    readonly runId: string;
    readonly sequence: number;
    readonly metadata: BatchMetadata;
  } | null;
  readonly rows: number;
  readonly rejectedRows: number;
  /** A digest of the rows if the sender chose the id, as a UUID; null for binary batches. */
  readonly content: string | null;
}

/**
 * The result of a claim tells who has the batch. `claimed`: ours now. `mine`: claimed by this collector before.
 * `elsewhere`: another collector or location has it. `other`: claimed before, and for other content.
 */
export type ClaimResult = 'claimed' | 'mine' | 'elsewhere' | 'other';

/** An accepted batch states what the registry knows of it. */
export interface AcceptedBatch {
  readonly collectorId: string;
  readonly locationId: number;
  readonly agentId: number;
  readonly rows: number;
  readonly acceptedAt: Date;
  readonly isStored: boolean;
  /** The names of location and agent; null if they are gone. */
  readonly locationName: string | null;
  readonly agentHost: string | null;
}

/** A reopened batch has rows that are still to be stored, whatever was said before. */
export type ReopenedBatch = Pick<BatchClaim, 'batchId' | 'locationId' | 'agentId' | 'rows'>;

/**
 * The registry knows which batches were accepted, shared by all collectors: the reason that a batch sent twice is
 * stored once, whichever collector it reaches. A claim is made after the batch's file is durable and before it is
 * acknowledged.
 */
export interface BatchRegistry {
  /** Claims many batches in one transaction; results in the order of the claims. */
  claim(collectorId: string, claims: readonly BatchClaim[]): Promise<ClaimResult[]>;
  /** Finds, of these batches, the ones that this collector has claimed and whose rows it has not marked as stored. */
  unfinished(collectorId: string, batchIds: readonly string[]): Promise<Set<string>>;
  markStored(batchIds: readonly string[]): Promise<void>;
  /** Finds what is known of these batches, by id; those that were forgotten are left out. */
  find(batchIds: readonly string[]): Promise<Map<string, AcceptedBatch>>;
  /**
   * Makes batches unfinished again, also those that were forgotten meanwhile. Returns which of them are now this
   * collector's to store: not those that another one has.
   */
  reopen(collectorId: string, batches: readonly ReopenedBatch[]): Promise<Set<string>>;
  /** Forgets batches accepted before that time, unless their rows are still to be stored. Returns how many. */
  forgetBefore(time: Date): Promise<number>;
}
