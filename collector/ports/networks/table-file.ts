export interface TableLine {
  /** From 1. */
  readonly row: number;
  readonly text: string;
}

/** A table that an operator keeps in a file. */
export interface TableFile {
  /** As the operator named it. */
  readonly name: string;
  /**
   * Its bytes, unless it is still as `mark` says, which tells one state of the file from another. Throws an Error where
   * it can't be read.
   */
  open(
    mark: string | undefined,
  ): Promise<{ readonly mark: string; readonly content: AsyncIterable<Uint8Array> } | undefined>;
  /** The lines of a document in stretches. */
  lines(content: AsyncIterable<Uint8Array>): AsyncIterable<readonly TableLine[]>;
}
