import type { AuditEntry, AuditLog, RecordedAuditEntry } from '../../../collector/ports/audit-log.ts';

/** The audit log in memory. */
export class FakeAuditLog implements AuditLog {
  readonly entries: RecordedAuditEntry[] = [];

  async record(entry: AuditEntry) {
    this.entries.unshift({ ...entry, id: this.entries.length + 1, at: new Date() });
  }

  async list(_filter: object, page: { limit: number; offset: number }) {
    const entries = this.entries.slice(page.offset, page.offset + page.limit);
    return { count: this.entries.length, entries };
  }

  async forgetBefore() {
    return 0;
  }
}
