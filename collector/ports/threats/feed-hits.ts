/** A feed hit states what one source's indicator was seen doing at an account's locations. */
export interface FeedHit {
  readonly source: string;
  /** The indicator. */
  readonly subject: string;
  readonly queries: number;
  readonly firstSeenAt: Date;
  /**
   * When the source listed it by its own account, or since when it is listed here without a break; null if neither is
   * known, as of what the source lists no more.
   */
  readonly listedAt: Date | null;
}

export interface FeedHits {
  /** Lists the hits of threats seen since that time, the most queried first, at most so many. */
  since(accountId: number, time: Date, most: number): Promise<FeedHit[]>;
}
