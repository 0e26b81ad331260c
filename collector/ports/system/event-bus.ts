/**
 * An event bus carries events between all collectors of one installation, so that whoever listens on one hears what
 * happens on another.
 */
export interface EventBus {
  /**
   * Hands the event to this collector's subscribers at once and to the others' soon. Never waits and never throws for
   * want of a connection: events queue up to a bound, and beyond it the oldest are dropped and counted. The payload is
   * what JSON can carry. False if it is too large to be carried, and was given to nobody.
   */
  publish(topic: string, payload: unknown): boolean;
  /** Events of one topic, in the order in which each collector published them. Returns the way to end it. */
  subscribe(topic: string, subscriber: (payload: unknown) => void): () => void;
  /** Calls back when events of other collectors may have been missed, as after a broken connection. */
  onGap(listener: () => void): () => void;
  counts(): EventBusCounts;
}

export interface EventBusCounts {
  readonly published: number;
  readonly received: number;
  /** Events that the others did not get, for the queue was full, or whose payload was gone when they came to fetch it. */
  readonly dropped: number;
  readonly gaps: number;
  /** Events that wait to be sent. */
  readonly waiting: number;
}
