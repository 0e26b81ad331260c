/** A collector's state tells how the collector does, at this moment. */
export interface CollectorState {
  readonly collectorId: string;
  readonly version: string;
  readonly startedAt: Date;
  /** Accepted batches that are not stored yet, and the bytes of their rows. */
  readonly waitingBatches: number;
  readonly waitingBytes: number;
  /** Milliseconds for which the oldest of them has waited; 0 if none waits. */
  readonly lag: number;
  /** Batches that the store refused. */
  readonly batchesAside: number;
  readonly bytesAside: number;
  /** One sentence if rows cannot be stored now. */
  readonly trouble: string | undefined;
  readonly warnings: readonly string[];
}

export interface CollectorStatus {
  read(): CollectorState;
}
