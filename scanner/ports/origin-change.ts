/** An origin change is a prefix that other systems announce than in the table before; none: nobody announces it. */
export interface OriginChange {
  readonly prefix: string;
  /** In ascending order. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}
