import type { Stats } from 'node:fs';
import { lstat, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { maxBatchBodyBytes, maxBatchRows } from '@sonde/shared/batch/limits.ts';
import { syncDirectory } from '@sonde/shared/files/write-durably.ts';
import type { SpooledBatch } from '../../ports/ingest/batch-spool.ts';
import type { AsideGroup } from '../../ports/ingest/set-aside.ts';
import { isId, readManifest } from './manifest.ts';

/** So much of the text that says why is read. */
const mostReasonBytes = 4_096;
/** No batch has more: its body, and the two ids before each row. */
const mostRowsBytes = maxBatchBodyBytes + maxBatchRows * 8;

/**
 * The aside folder has the batches that the store refused. Its files are read anew for each list: people may have been
 * there.
 */
export class AsideFolder {
  readonly #directory: string;
  /** Bytes of the batches whose files are here. */
  readonly #sizes = new Map<string, number>();
  /** The sum of them, which every upload asks for. */
  #bytes = 0;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  static async open(directory: string): Promise<AsideFolder> {
    const folder = new AsideFolder(directory);
    await folder.list();
    return folder;
  }

  get count(): number {
    return this.#sizes.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  has(batchId: string): boolean {
    return this.#sizes.has(batchId);
  }

  rows(batchId: string): string {
    return join(this.#directory, `${batchId}.rows`);
  }

  manifest(token: string): string {
    return join(this.#directory, `${token}.json`);
  }

  /** The reason is in the log as well, so that a full disk need not keep the batch where it is. */
  async explain(batchId: string, reason: string): Promise<void> {
    await writeFile(this.#reason(batchId), `${reason}\n`, { mode: 0o600 }).catch(() => undefined);
  }

  /** A batch whose rows were moved here. */
  remember({ batchId, bytes }: SpooledBatch): void {
    this.#bytes += bytes - (this.#sizes.get(batchId) ?? 0);
    this.#sizes.set(batchId, bytes);
  }

  /** A batch whose rows were moved away. */
  async forget(batchId: string): Promise<void> {
    await rm(this.#reason(batchId), { force: true });
    this.#bytes -= this.#sizes.get(batchId) ?? 0;
    this.#sizes.delete(batchId);
  }

  async discard({ token, batches }: AsideGroup): Promise<void> {
    for (const { batchId } of batches) {
      await rm(this.rows(batchId), { force: true });
      await this.forget(batchId);
    }
    // Last, so that what a crash leaves is still seen as one group.
    if (token !== undefined) await rm(this.manifest(token), { force: true });
    await this.sync();
  }

  sync(): Promise<void> {
    return syncDirectory(this.#directory);
  }

  async list(): Promise<{ groups: AsideGroup[]; otherFiles: number }> {
    const files = await this.#files();
    const known = new Set<string>();
    const rows = new Map<string, Stats>();
    for (const [name, status] of files) {
      const id = idOf(name, '.rows');
      if (id === undefined) continue;
      known.add(name).add(`${id}.txt`);
      rows.set(id, status);
    }
    const groups: AsideGroup[] = [];
    const taken = new Set<string>();
    for (const [name, status] of files) {
      const token = idOf(name, '.json');
      if (token === undefined) continue;
      const batches = await readManifest(this.manifest(token)).catch(() => undefined);
      if (batches === undefined) continue;
      known.add(name);
      const fault = faultOf(batches, rows, taken);
      for (const { batchId } of batches) taken.add(batchId);
      groups.push(await this.#group({ token, batches, joinedAt: status.mtime, fault }, rows, status));
    }
    for (const [batchId, status] of rows) {
      if (taken.has(batchId)) continue;
      const batches = [{ batchId, bytes: status.size }];
      const fault = faultOf(batches, rows, taken);
      groups.push(await this.#group({ token: undefined, batches, joinedAt: undefined, fault }, rows, status));
    }
    this.#sizes.clear();
    this.#bytes = 0;
    for (const [batchId, { size }] of rows) this.remember({ batchId, bytes: size });
    groups.sort((a, b) => a.setAsideAt.getTime() - b.setAsideAt.getTime());
    return { groups, otherFiles: [...files.keys()].filter((name) => !known.has(name)).length };
  }

  /** What is no ordinary file can't have been put there by this program: it has no status here that counts. */
  async #files(): Promise<Map<string, Stats>> {
    const files = new Map<string, Stats>();
    for (const name of (await readdir(this.#directory)).sort()) {
      const status = await lstat(join(this.#directory, name)).catch(() => undefined);
      if (status !== undefined) files.set(status.isFile() ? name : `${name}/`, status);
    }
    return files;
  }

  async #group(
    group: Omit<AsideGroup, 'reason' | 'setAsideAt'>,
    rows: ReadonlyMap<string, Stats>,
    own: Stats,
  ): Promise<AsideGroup> {
    const first = group.batches[0]!.batchId;
    const told = await readReason(this.#reason(first));
    // Its name was changed when it was set aside.
    return { ...group, reason: told?.reason, setAsideAt: told?.at ?? (rows.get(first) ?? own).ctime };
  }

  #reason(batchId: string): string {
    return join(this.#directory, `${batchId}.txt`);
  }
}

function idOf(name: string, suffix: string): string | undefined {
  if (!name.endsWith(suffix)) return undefined;
  const id = name.slice(0, -suffix.length);
  return isId(id) ? id : undefined;
}

function faultOf(
  batches: readonly SpooledBatch[],
  rows: ReadonlyMap<string, Stats>,
  taken: ReadonlySet<string>,
): string | undefined {
  for (const { batchId, bytes } of batches) {
    const size = rows.get(batchId)?.size;
    if (size === undefined) return `The file of batch ${batchId} is missing.`;
    if (size !== bytes) return `The file of batch ${batchId} has ${size} bytes and should have ${bytes}.`;
    if (size > mostRowsBytes) return `The file of batch ${batchId} is larger than any batch.`;
    if (taken.has(batchId)) return `Batch ${batchId} is in another group too.`;
  }
  return undefined;
}

async function readReason(path: string): Promise<{ reason: string | undefined; at: Date } | undefined> {
  try {
    const status = await lstat(path);
    if (!status.isFile()) return undefined;
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(mostReasonBytes), 0, mostReasonBytes);
      return { reason: buffer.toString('utf8', 0, bytesRead).trim() || undefined, at: status.mtime };
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}
