/** Takes the rows that the pipeline has written. */
export interface RowSink {
  /**
   * Whole rows in the layout of `shared/batch/row-layout.ts`. The bytes are good until the call returns: what keeps them
   * copies them. `messages` is how many DNS messages the `count` rows hold.
   */
  rows(bytes: Uint8Array, count: number, messages: number): void;
}
