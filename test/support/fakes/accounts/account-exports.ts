import { randomUUID } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import type {
  AccountExport,
  AccountExportStore,
} from '../../../../collector/ports/accounts/account-exports.ts';

/** Exports in memory, of one file. */
export class FakeAccountExports
  implements Pick<AccountExportStore, 'request' | 'find' | 'delete' | 'parts' | 'content'>
{
  readonly #exports = new Map<number, AccountExport>();
  readonly #file = Buffer.from('{}\n');
  readonly #content = deflateRawSync(this.#file);

  async request(wanted: { id: string; accountId: number; requestedBy: string; queries: boolean }) {
    if (this.#exports.get(wanted.accountId)?.finishedAt === null) return undefined;
    const unfinished = { status: 'queued', done: 0, total: 0, rows: 0, bytes: 0, error: null } as const;
    const times = { createdAt: new Date(), startedAt: null, finishedAt: null, expiresAt: null };
    const made: AccountExport = { ...wanted, ...unfinished, ...times };
    this.#exports.set(wanted.accountId, made);
    return made;
  }

  async find(accountId: number) {
    return this.#exports.get(accountId);
  }

  async delete(accountId: number) {
    return this.#exports.delete(accountId);
  }

  async parts() {
    const { length: deflated } = this.#content;
    const bytes = this.#file.length;
    return [{ position: 0, path: 'data/accounts.0001.ndjson', bytes, crc: crc32(this.#file), deflated }];
  }

  async content() {
    return this.#content;
  }

  /** An archive that is made. */
  async add(accountId: number): Promise<void> {
    await this.request({ id: randomUUID(), accountId, requestedBy: 'someone@example.com', queries: true });
    this.finish(accountId);
  }

  /** As though it were written. */
  finish(accountId: number): void {
    const one = this.#exports.get(accountId)!;
    const at = new Date();
    const times = { startedAt: at, finishedAt: at, expiresAt: new Date(at.getTime() + 86_400_000) };
    this.#exports.set(accountId, {
      ...one,
      ...times,
      status: 'completed',
      done: 1,
      total: 1,
      rows: 1,
      bytes: 9,
    });
  }
}
