import type { SpooledBatch } from '../ingest/batch-spool.ts';

/** A journal entry is a stored batch that waits to be passed on. */
export interface JournalEntry {
  /** Larger for what was stored later. */
  readonly sequence: number;
  readonly batchId: string;
  /** The file of its rows, in the stored form. */
  readonly path: string;
  readonly bytes: number;
  /** Whether its rows are of the former form, as earlier versions wrote them. */
  readonly isFormer: boolean;
  /** Milliseconds since 1970. */
  readonly storedAt: number;
}

/** A journal keeper keeps batches that the store has acknowledged, and passes them on once they are done with. */
export interface JournalKeeper {
  /** Keeps batches that the store has acknowledged; what is kept already is kept once. */
  keep(batches: readonly SpooledBatch[]): Promise<void>;
  /** Says that a batch is done with, so that it is passed on. */
  publish(batches: readonly SpooledBatch[]): void;
}

/**
 * The journal has stored batches that wait to be passed on: files on this collector's disk; the oldest go if they take
 * too much.
 */
export interface SinkJournal {
  /** Whether anything is kept at all. */
  wanted: boolean;
  /** Bytes that wait. */
  readonly bytes: number;
  /** A sequence behind all that is here. */
  readonly end: number;
  /** The first so many from a sequence on. */
  from(sequence: number, most: number): JournalEntry[];
  /** Bytes of what is here from a sequence on. */
  bytesFrom(sequence: number): number;
  forgetBefore(sequence: number): Promise<void>;
  /** Is called whenever there is more. */
  onMore: () => void;
}
