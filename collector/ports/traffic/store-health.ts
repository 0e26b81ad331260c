/**
 * Broken parts are parts of a table that the store could not read and set aside: their rows are missing from answers.
 */
export interface BrokenParts {
  readonly table: string;
  readonly count: number;
}

export interface StoreHealth {
  /** Throws a StoreError. */
  brokenParts(): Promise<BrokenParts[]>;
}
