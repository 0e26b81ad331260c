import type { OriginChange } from '@sonde/scanner/ports/origin-change.ts';

/** A seen origin change says in which dataset, and in which of its tables, a change was first seen. */
export interface SeenOriginChange extends OriginChange {
  readonly dataset: string;
  readonly seenAt: Date;
}

/** A compared table is a table of routes that was compared with the one before it. */
export interface ComparedTable {
  readonly dataset: string;
  readonly builtAt: Date;
  /** Of the document that it was made from. */
  readonly contentHash: string;
  /** Changes that it brought. */
  readonly changes: number;
}

/** Says since when, and how often, a dataset's tables have been compared. */
export interface ComparedDataset {
  readonly dataset: string;
  readonly since: Date;
  readonly latest: Date;
  readonly tables: number;
}

/** The store keeps how the origins of prefixes changed. All methods throw a StoreError. */
export interface OriginHistoryStore {
  /** Tells whether a table was compared, or is the same as the latest one. */
  has(table: Pick<ComparedTable, 'dataset' | 'builtAt' | 'contentHash'>): Promise<boolean>;
  /** Takes changes; ones that it has already stay as they are. */
  add(changes: readonly OriginChange[], seen: { dataset: string; seenAt: Date }): Promise<void>;
  record(table: ComparedTable): Promise<void>;
  /** Lists the changes of these prefixes, the newest first, and of one table the narrowest. */
  changesOf(prefixes: readonly string[], limit: number): Promise<SeenOriginChange[]>;
  compared(): Promise<ComparedDataset[]>;
  /** Forgets changes; the number of them. */
  forgetBefore(date: Date): Promise<number>;
}
