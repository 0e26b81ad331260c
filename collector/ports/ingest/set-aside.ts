import type { Page } from '../system/page.ts';
import type { SpooledBatch, SpooledGroup } from './batch-spool.ts';

/**
 * An aside group has batches that were last tried together. They are taken up together, since only so the store knows
 * them again.
 */
export interface AsideGroup {
  /** Under which they were tried; undefined for a batch that an older version set aside. */
  readonly token: string | undefined;
  readonly batches: readonly SpooledBatch[];
  /** The reason, as the store put it; undefined if there was no room to write it down. */
  readonly reason: string | undefined;
  readonly setAsideAt: Date;
  /** When they were first tried under that token. */
  readonly joinedAt: Date | undefined;
  /** The fault of the files, as a sentence, so that they can't be taken up; undefined if there is none. */
  readonly fault: string | undefined;
}

/** The aside spool keeps set-aside batches, to be looked at and taken up again. */
export interface AsideSpool {
  /** In the order of time; and how many files lie there that are none of a batch. */
  listAside(): Promise<{ groups: AsideGroup[]; otherFiles: number }>;
  readAside(batch: SpooledBatch): Promise<Buffer>;
  /**
   * Makes a group part of the queue again, under the token it had, or that one if it had none. If the process ends
   * meanwhile it is taken up at the next start, or still aside. Throws a StoreError, and then it is aside:
   * `unavailable` if the disk takes nothing, `refused` if one of its batches waits in the queue as well.
   */
  takeUp(group: AsideGroup, freshToken: string): Promise<SpooledGroup>;
  /** Removes the group's files for good. */
  discardAside(group: AsideGroup): Promise<void>;
}

/**
 * A batch aside is one batch that lies aside, as an operator sees it. Facts that the registry has forgotten are null.
 */
export interface BatchAside {
  readonly batchId: string;
  readonly locationId: number | null;
  readonly locationName: string | null;
  readonly agentId: number | null;
  readonly agentHost: string | null;
  readonly rows: number | null;
  readonly bytes: number;
  readonly acceptedAt: Date | null;
  readonly setAsideAt: Date;
  readonly reason: string | null;
  readonly fault: string | null;
  /** Other batches that were tried with it, and are taken up or discarded with it. */
  readonly triedWith: readonly string[];
}

/**
 * The result states what became of a batch aside. `taken_up`: in the queue again. `already_stored`: its rows are in the
 * store, so that the file was removed. `discarded`: removed. Of the others the files lie as they were: `partly_stored`:
 * some rows are in the store, some are not; `damaged`; `expired`: no row is young enough to be kept; `elsewhere`:
 * another collector has accepted it; `incomplete`: of batches that were tried together not all were named; `busy`: too
 * much waits already; `unavailable`: a store or the disk did not take part; `not_found`: no such batch lies here.
 */
export type AsideResult =
  | 'taken_up'
  | 'already_stored'
  | 'discarded'
  | 'partly_stored'
  | 'damaged'
  | 'expired'
  | 'elsewhere'
  | 'incomplete'
  | 'busy'
  | 'unavailable'
  | 'not_found';

export interface AsideOutcome {
  readonly batchId: string;
  readonly result: AsideResult;
  /** For people. */
  readonly message: string;
}

/** The actions let an operator list, take up and discard the batches that one collector has set aside. */
export interface BatchesAside {
  readonly collectorId: string;
  list(page: Page): Promise<{ count: number; bytes: number; otherFiles: number; batches: BatchAside[] }>;
  /** Outcomes for these batches and for all that were tried with them. */
  takeUp(batchIds: readonly string[], signal: AbortSignal): Promise<AsideOutcome[]>;
  discard(batchIds: readonly string[]): Promise<AsideOutcome[]>;
}
