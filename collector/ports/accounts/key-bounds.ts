/** Key bounds narrow a key besides its role and its end. */
export interface KeyBounds {
  /** The families of operations that it opens; all if null. */
  readonly families: readonly string[] | null;
  /** The locations that it shows; all if null. */
  readonly locationIds: readonly number[] | null;
  /** Networks that it may come from, in CIDR notation; anywhere if null. */
  readonly networks: readonly string[] | null;
  /** Whether it changes nothing. */
  readonly readOnly: boolean;
}

/** A key that is not narrowed has these bounds. */
export const noBounds: KeyBounds = { families: null, locationIds: null, networks: null, readOnly: false };
