import type { SourceState } from '../../ports/source-state.ts';
import type { SnapshotFacts } from '../snapshot/compiled.ts';
import { pendingSource } from './look-at-source.ts';

/**
 * A dataset state describes a collector's snapshots of a dataset: the snapshots are its own, and so is their state,
 * which lies beside them.
 */
export interface DatasetState extends SourceState {
  readonly dataset: string;
  /** Of the snapshot in force; null if there is none. */
  readonly snapshot: { readonly file: string; readonly about: SnapshotFacts } | null;
  /** The file of the one before it. */
  readonly previous: string | null;
  /** Whether it came from a file of the operator's, which counts whatever the settings choose. */
  readonly imported: boolean;
}

export function newDatasetState(dataset: string): DatasetState {
  return { ...pendingSource, dataset, snapshot: null, previous: null, imported: false };
}
