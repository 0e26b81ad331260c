/** Takes the rows that the pipeline has written. */
export interface RowSink {
  /**
   * Whole rows in the layout of `shared/batch/row-layout.ts`. The bytes are given away, in an ArrayBuffer of their own:
   * the pipeline does not touch them again. `messages` is how many DNS messages the `count` rows hold.
   */
  rows(bytes: Uint8Array<ArrayBuffer>, count: number, messages: number): void;
}
