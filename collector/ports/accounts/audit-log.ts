import type { Page } from '../system/page.ts';

/** An audit entry records something that an administrator or an owner did and that somebody may ask about later. */
export interface AuditEntry {
  /** The account that acted; null if nobody was known, as in a failed login. */
  readonly accountId: number | null;
  readonly keyId: number | null;
  /** The address that the request came from. */
  readonly address: string;
  readonly requestId: string;
  /** The action, in snake case: `tier_changed`, `key_revoked`. */
  readonly action: string;
  /** To what, such as `account:12`. */
  readonly object: string;
  /** More of it, without secrets. */
  readonly details: Readonly<Record<string, unknown>>;
}

export interface RecordedAuditEntry extends AuditEntry {
  readonly id: number;
  readonly at: Date;
}

/** A chained entry has its place in the chain of its account. */
export interface ChainedAuditEntry extends RecordedAuditEntry {
  /** From 1. */
  readonly position: number;
  /** The hash of the entry before. */
  readonly previous: Buffer;
  readonly hash: Buffer;
}

/** An audit head is the end of a chain. */
export interface AuditHead {
  readonly position: number;
  readonly hash: Buffer;
  /** Up to which position entries were forgotten in their time. */
  readonly forgotten: number;
}

/**
 * The audit log keeps the entries of an account as a chain (`chainHash`), and likewise the entries of nobody known
 * (null).
 */
export interface AuditLog {
  record(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  list(
    filter: { accountId?: number | undefined; action?: string | undefined; object?: string | undefined },
    page: Page,
  ): Promise<{ count: number; entries: RecordedAuditEntry[] }>;
  /** Lists entries after a position, the oldest first. Entries of before there was a chain are not among them. */
  chain(accountId: number | null, after: number, limit: number): Promise<ChainedAuditEntry[]>;
  /** Undefined if nothing was ever written. */
  head(accountId: number | null): Promise<AuditHead | undefined>;
  forgetBefore(time: Date): Promise<number>;
}
