import type { SharedSubject } from './shared-subject.ts';

/** A block entry is what a list blocks. */
export interface BlockEntry {
  readonly subject: SharedSubject;
  readonly exact: boolean;
}
