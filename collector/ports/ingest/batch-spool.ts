/** A spooled batch is a batch of rows in the stored form that waits on disk to be inserted. */
export interface SpooledBatch {
  readonly batchId: string;
  readonly bytes: number;
}

/** A spooled group is one batch, or several joined to one file, inserted as a whole under one token. */
export interface SpooledGroup {
  readonly token: string;
  /** The file to insert. */
  readonly path: string;
  readonly batches: readonly SpooledBatch[];
}

/**
 * The spool keeps accepted rows until they are in the store. The life of a batch: `stage` makes its bytes durable under
 * a name that a restart throws away; the claim in the registry makes it ours; `keep` makes it part of the queue; `join`
 * fixes which batches are inserted together under which token; `finish` forgets them once they are stored.
 */
export interface BatchSpool {
  /** Bytes that wait, joined files not counted twice. */
  readonly bytes: number;
  /** Batches that lie aside, set there by earlier processes too, and their bytes. */
  readonly aside: number;
  readonly asideBytes: number;
  /** Tells whether that batch is here and not finished: kept, or set aside. */
  has(batchId: string): boolean;
  /** Makes the rows durable, apart from the queue. Throws a StoreError `unavailable` if the disk is full. */
  stage(batchId: string, rows: Uint8Array): Promise<StagedBatch>;
  read(batch: SpooledBatch): Promise<Buffer>;
  /** The group of these batches; the same members under the same token after a crash. */
  join(token: string, batches: readonly SpooledBatch[]): Promise<SpooledGroup>;
  /** Makes single batches of a group again. */
  dissolve(group: SpooledGroup): Promise<void>;
  finish(group: SpooledGroup): Promise<void>;
  /** Moves a group aside, with its token and the reason beside it, so that it blocks nothing and is not lost. */
  setAside(group: SpooledGroup, reason: string): Promise<void>;
  /**
   * Recovers what an earlier process left. `unfinished` tells which of these batches are this collector's and not yet
   * stored; the others are removed: they are stored, or were never acknowledged.
   */
  recover(
    unfinished: (batchIds: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<{ groups: SpooledGroup[]; batches: SpooledBatch[] }>;
}

export interface StagedBatch {
  keep(): Promise<SpooledBatch>;
  discard(): Promise<void>;
}
