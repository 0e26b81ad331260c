/** What one source's indicator was seen doing at an account's locations. */
export interface FeedHit {
  readonly source: string;
  /** The indicator. */
  readonly subject: string;
  readonly queries: number;
  readonly firstSeenAt: Date;
}

export interface FeedHits {
  /** Of threats seen since that time, the most queried first, at most so many. */
  since(accountId: number, time: Date, most: number): Promise<FeedHit[]>;
}
