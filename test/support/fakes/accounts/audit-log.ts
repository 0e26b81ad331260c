import type {
  AuditEntry,
  AuditLog,
  RecordedAuditEntry,
} from '../../../../collector/ports/accounts/audit-log.ts';

/** The audit log in memory. */
export class FakeAuditLog implements AuditLog {
  readonly entries: RecordedAuditEntry[] = [];

  async record(entry: AuditEntry) {
    this.entries.unshift({ ...entry, id: this.entries.length + 1, at: new Date() });
  }

  async list(filter: Parameters<AuditLog['list']>[0], page: { limit: number; offset: number }) {
    const { accountId, action, object } = filter;
    const found = this.entries.filter(
      (entry) =>
        (accountId === undefined || entry.accountId === accountId) &&
        (action === undefined || entry.action === action) &&
        (object === undefined || entry.object === object),
    );
    return { count: found.length, entries: found.slice(page.offset, page.offset + page.limit) };
  }

  async forgetBefore() {
    return 0;
  }
}
