/** What narrows a key besides its role and its end. */
export interface KeyBounds {
  /** The families of operations that it opens; all where null. */
  readonly families: readonly string[] | null;
  /** The locations that it shows; all where null. */
  readonly locationIds: readonly number[] | null;
  /** Where it may come from, in CIDR notation; anywhere where null. */
  readonly networks: readonly string[] | null;
  /** Whether it changes nothing. */
  readonly readOnly: boolean;
}

/** Of a key that is not narrowed. */
export const noBounds: KeyBounds = { families: null, locationIds: null, networks: null, readOnly: false };
