/** The row store is the store's side of ingest: it takes files of rows exactly once. */
export interface RowStore {
  /**
   * Inserts a file of rows in the stored form (a location id and an agent id of 32 bits each before every row).
   * The same token inserts nothing twice, however often it is retried within the store's window of tokens.
   * Throws a StoreError: `unavailable` is worth a retry, `refused` means that the file itself is at fault.
   */
  insertFile(path: string, token: string): Promise<void>;
}
