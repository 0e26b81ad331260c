import type { LogEntry } from '@sonde/scanner/protocols/transparency/log-entry.ts';
import type { SignedTreeHead } from '@sonde/scanner/protocols/transparency/signed-head.ts';
import type { TreeEdge } from '@sonde/scanner/protocols/transparency/tree-edge.ts';

/**
 * A log reader reads a log, whatever its protocol. Nothing that it gives is verified but its form and the head's
 * signature. Throws a LogRefusal, a FetchError or a LogDataError.
 */
export interface LogReader {
  /** The latest head, signed by the log. */
  head(): Promise<SignedTreeHead>;
  /** The edge of a tree near the end of `head`'s, proven by that: where following begins. */
  edgeNear(head: SignedTreeHead): Promise<TreeEdge>;
  /** Entries from `start` to before `end`, some at a time, in their order. */
  entries(start: number, end: number, head: SignedTreeHead): AsyncIterable<readonly LogEntry[]>;
  /** The proof that the tree of `first` entries is the beginning of `head`'s. */
  consistency(first: number, head: SignedTreeHead): Promise<readonly Buffer[]>;
  /**
   * Finds the next stop on the way from `start` to the end of `head`'s tree, at which nothing has to be asked for
   * twice; `start` if it is too early for anything. `isLate`: the last entries have waited for others long enough.
   */
  nextEnd(start: number, head: SignedTreeHead, isLate: boolean): number;
}
