import type { Page } from '../system/page.ts';

/** Something that an administrator or an owner did and that somebody may ask about later. */
export interface AuditEntry {
  /** Who: null where nobody was known, as in a failed login. */
  readonly accountId: number | null;
  readonly keyId: number | null;
  /** The address that the request came from. */
  readonly address: string;
  readonly requestId: string;
  /** What, in snake case: `tier_changed`, `key_revoked`. */
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

export interface AuditLog {
  record(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  list(
    filter: { accountId?: number | undefined; action?: string | undefined; object?: string | undefined },
    page: Page,
  ): Promise<{ count: number; entries: RecordedAuditEntry[] }>;
  forgetBefore(time: Date): Promise<number>;
}
