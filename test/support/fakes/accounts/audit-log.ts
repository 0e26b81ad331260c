import {
  beginningOfChain,
  type ChainPlace,
  chainHash,
} from '../../../../collector/ports/accounts/audit-chain.ts';
import type {
  AuditEntry,
  AuditLog,
  ChainedAuditEntry,
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

  async chain(accountId: number | null, after: number, limit: number) {
    return this.#chains()
      .filter((entry) => entry.accountId === accountId && entry.position > after)
      .slice(0, limit);
  }

  async head(accountId: number | null) {
    const last = this.#chains().findLast((entry) => entry.accountId === accountId);
    return last && { position: last.position, hash: last.hash, forgotten: 0 };
  }

  #chains(): ChainedAuditEntry[] {
    const heads = new Map<number | null, ChainPlace & { hash: Buffer }>();
    return this.entries.toReversed().map((entry) => {
      const before = heads.get(entry.accountId);
      const place = {
        position: (before?.position ?? 0) + 1,
        previous: before?.hash ?? beginningOfChain,
      };
      const chained = { ...place, hash: chainHash(place, entry.at, entry) };
      heads.set(entry.accountId, chained);
      return { ...entry, ...chained };
    });
  }

  async forgetBefore() {
    return 0;
  }
}
