/** A page is a stretch of a list: at most `limit` items after the first `offset`. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}
