/** One batch that waits to be shipped. */
export interface SpoolEntry {
  /** Place in the order of shipping; counts on over restarts. */
  readonly ordinal: number;
  readonly batchId: string;
  readonly rows: number;
  /** DNS messages in the rows; undefined for a batch of an earlier run, whose ledger is closed. */
  readonly messages: number | undefined;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

const pattern = /^(\d{16})-([0-9a-f-]{36})\.batch$/;

/** The name of a batch's file: sorts in the order of shipping. */
export function spoolFileName(entry: Pick<SpoolEntry, 'ordinal' | 'batchId'>): string {
  return `${String(entry.ordinal).padStart(16, '0')}-${entry.batchId}.batch`;
}

/** The ordinal in such a name; undefined where the file is none of ours. */
export function ordinalOf(fileName: string): number | undefined {
  const digits = pattern.exec(fileName)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
