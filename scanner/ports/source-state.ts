/**
 * A source status states whether a source's set is current. `pending`: never asked yet. `active`: the set is what the
 * source says now. `degraded`: an older set is kept, since the last answer was missing or not to be trusted.
 * `needs_key`: the source asks for credentials. `failed`: there is no set to stand by.
 */
export type SourceStatus = 'pending' | 'active' | 'degraded' | 'needs_key' | 'failed';

/** A source state holds the facts that are kept of a source between two fetches. Times are milliseconds since 1970. */
export interface SourceState {
  readonly status: SourceStatus;
  /** The reason why it isn't active, or another fact that an operator should know, in a sentence. */
  readonly note: string | null;
  readonly lastAttemptAt: number | null;
  /** The last answer that was good, changed or not. */
  readonly lastOkAt: number | null;
  /** The time at which the set in force was fetched. */
  readonly fetchedAt: number | null;
  readonly nextAttemptAt: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** SHA-256 in hex of the document that the set comes from. */
  readonly contentHash: string | null;
  readonly consecutiveFailures: number;
  /** Since when the document has been too small to be believed. */
  readonly shrunkSince: number | null;
}
