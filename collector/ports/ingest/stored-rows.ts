/** A row trace is enough of a row to know it again. */
export interface RowTrace {
  /** Microseconds since 1970. */
  readonly observedAt: number;
  /** CRC-32 of the query name's bytes. */
  readonly nameChecksum: number;
  readonly clientPort: number;
  readonly messageId: number;
  readonly queryType: number;
  /** Microseconds. */
  readonly latency: number;
}

/** A row sample has rows of one batch, to be looked for in the store. */
export interface RowSample {
  readonly locationId: number;
  readonly agentId: number;
  /** Each of them once. */
  readonly traces: readonly RowTrace[];
}

/** A finder looks for rows that may have been stored under a token that the store has forgotten. */
export interface StoredRowFinder {
  /** Counts the sample's rows that the store has. Throws a StoreError. */
  countStored(sample: RowSample): Promise<number>;
}
