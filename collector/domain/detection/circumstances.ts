/** The circumstances of a query are its place, its client, its name and its time; a row has them. */
export interface Circumstances {
  readonly locationId: number;
  readonly clientAddress: string;
  readonly queryName: string;
  /** Microseconds since 1970. */
  readonly observedAt: number;
}
