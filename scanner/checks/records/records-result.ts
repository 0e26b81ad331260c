/** A records result holds the records that people mean by "the DNS of a domain". No key of an object in it is data. */
export interface RecordsResult {
  /** Whether the name is there at all; null if that could not be told. */
  readonly exists: boolean | null;
  /** Only sets with records in them, and those that could not be asked for. */
  readonly recordSets: readonly RecordSet[];
}

export interface RecordSet {
  /** The owner: the domain, or a name that an alias led to. */
  readonly name: string;
  /** Mnemonic. */
  readonly type: string;
  /** Seconds; null if there was no answer. */
  readonly ttl: number | null;
  /** Presentation form; null if the question could not be answered. */
  readonly values: readonly string[] | null;
  /** Whether there are more of them than are told. */
  readonly truncated: boolean;
}
