/** Backups are made of all that a collector keeps, as of one moment, while it goes on. */
export interface Backups {
  /**
   * Fixes the moment, and gives the bytes of a backup of it. Throws a Conflict if another is being made, and a StoreError if
   * the stores do not take part. What is held for it is released when the last byte is read, or the reader leaves.
   */
  make(): Promise<AsyncIterable<Uint8Array>>;
}
