import type { PrefixTable } from '../tables/prefix-table.ts';
import type { TextTable } from '../tables/text-table.ts';

/** A compiled dataset is a dataset as it is asked: its tables and the other known facts. */
export interface Compiled {
  readonly about: SnapshotFacts;
  readonly v4: PrefixTable | undefined;
  readonly v6: PrefixTable | undefined;
  /** By the numbers of autonomous systems, each as an "address" of 32 bits. */
  readonly systems: PrefixTable | undefined;
  readonly texts: TextTable | undefined;
}

/** The snapshot facts are the metadata that is kept with a snapshot. */
export interface SnapshotFacts {
  readonly dataset: string;
  /** SHA-256 in hex of the document that it was made from. */
  readonly contentHash: string;
  /** Milliseconds since 1970. */
  readonly builtAt: number;
  /** Prefixes and systems. */
  readonly entries: number;
  readonly rows: number;
  readonly malformedRows: number;
  /** The first of them, from 1. */
  readonly firstMalformed: number | null;
  /** Rows that there was no room for, or that the tables do not tell apart. */
  readonly leftOut: number;
  /** The time at which the publisher says that the content was made, in milliseconds; null if it does not say. */
  readonly publishedAt: number | null;
}
