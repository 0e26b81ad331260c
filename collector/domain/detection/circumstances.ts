/** Where, when and by whom something was asked for; a row is one. */
export interface Circumstances {
  readonly locationId: number;
  readonly clientAddress: string;
  readonly queryName: string;
  /** Microseconds since 1970. */
  readonly observedAt: number;
}
