import { randomUUID } from 'node:crypto';
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { syncDirectory, unfinishedSuffix, writeDurably } from '@sonde/shared/files/write-durably.ts';
import type { BatchSpool, SpooledBatch, SpooledGroup, StagedBatch } from '../../ports/ingest/batch-spool.ts';
import { StoreError } from '../../ports/system/store-error.ts';

const idPattern = /^[0-9a-f-]{36}$/;
/** What is copied at once where batches are joined: one piece of memory, which stays in the processor's cache. */
const pieceBytes = 1024 * 1024;

/**
 * The spool as files:
 *
 *   staged/<batch>.<nonce>.rows   durable, not yet claimed
 *   kept/<batch>.rows             claimed, waiting
 *   groups/<token>.json           which batches are inserted together
 *   groups/<token>.rows           several of them joined; made anew from the batches whenever needed
 *   aside/<batch>.rows, .txt      refused by the store, and why
 */
export class FileSpool implements BatchSpool {
  readonly #root: string;
  readonly #keptIds = new Set<string>();
  #bytes = 0;
  #aside: number;

  private constructor(root: string, aside: number) {
    this.#root = root;
    this.#aside = aside;
  }

  static async open(directory: string): Promise<FileSpool> {
    for (const folder of ['staged', 'kept', 'groups', 'aside']) {
      await mkdir(joinPath(directory, folder), { recursive: true, mode: 0o700 });
    }
    const aside = await readdir(joinPath(directory, 'aside'));
    return new FileSpool(directory, aside.filter((name) => name.endsWith('.rows')).length);
  }

  get bytes(): number {
    return this.#bytes;
  }

  get aside(): number {
    return this.#aside;
  }

  has(batchId: string): boolean {
    return this.#keptIds.has(batchId);
  }

  async stage(batchId: string, rows: Uint8Array): Promise<StagedBatch> {
    const path = joinPath(this.#root, 'staged', `${batchId}.${randomUUID()}.rows`);
    // The caller may free the rows' memory as soon as they are on disk.
    const batch: SpooledBatch = { batchId, bytes: rows.length };
    this.#bytes += batch.bytes;
    try {
      await writeDurably(path, rows);
    } catch (error) {
      this.#bytes -= batch.bytes;
      throw new StoreError('unavailable', 'The spool cannot take more rows now.', { cause: error });
    }
    return {
      keep: async () => {
        await rename(path, this.#kept(batchId));
        this.#keptIds.add(batchId);
        return batch;
      },
      discard: async () => {
        await rm(path, { force: true });
        this.#bytes -= batch.bytes;
      },
    };
  }

  read(batch: SpooledBatch): Promise<Buffer> {
    return readFile(this.#kept(batch.batchId));
  }

  async join(token: string, batches: readonly SpooledBatch[]): Promise<SpooledGroup> {
    if (batches.length === 0) throw new RangeError('a group needs a batch');
    // Written down before the first attempt, a lone batch's too: a batch without a manifest was never tried, so that
    // after a crash nothing that may be stored already is tried again in other company, under another token.
    try {
      await writeDurably(this.#manifest(token), Buffer.from(JSON.stringify(batches)));
      return await this.#joined(token, batches);
    } catch (error) {
      // Its batches will be tried under another token: left behind, this one would claim them after a crash.
      await this.#forgetGroup({ token, path: this.#group(token), batches });
      throw error instanceof StoreError
        ? error
        : new StoreError('unavailable', 'The spool cannot join batches now.', { cause: error });
    }
  }

  async dissolve(group: SpooledGroup): Promise<void> {
    await this.#forgetGroup(group);
  }

  async finish(group: SpooledGroup): Promise<void> {
    // The manifest goes first: should the process end in between, the batches left over are known as stored.
    await this.#forgetGroup(group);
    for (const batch of group.batches) {
      await rm(this.#kept(batch.batchId), { force: true });
      this.#forget(batch);
    }
  }

  async setAside(batch: SpooledBatch, reason: string): Promise<void> {
    const target = joinPath(this.#root, 'aside', batch.batchId);
    // The reason is in the log as well, so that a full disk need not keep the batch where it is.
    await writeFile(`${target}.txt`, `${reason}\n`, { mode: 0o600 }).catch(() => undefined);
    await rename(this.#kept(batch.batchId), `${target}.rows`);
    this.#aside++;
    this.#forget(batch);
  }

  async recover(
    unfinished: (batchIds: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<{ groups: SpooledGroup[]; batches: SpooledBatch[] }> {
    const staged = await this.#list('staged', /^(.{36})\..{36}\.rows$/);
    const kept = await this.#list('kept', /^(.{36})\.rows$/);
    const ours = await unfinished([...new Set([...staged, ...kept].map((file) => file.id))]);

    const keptIds = new Set(kept.map((file) => file.id));
    for (const file of staged) {
      const lost = ours.has(file.id) && !keptIds.has(file.id);
      if (!lost) await rm(file.path, { force: true });
      else await rename(file.path, this.#kept(file.id));
      if (lost) keptIds.add(file.id);
    }
    const waiting = new Map<string, SpooledBatch>();
    for (const batchId of keptIds) {
      const path = this.#kept(batchId);
      if (!ours.has(batchId)) await rm(path, { force: true });
      else waiting.set(batchId, { batchId, bytes: (await stat(path)).size });
    }
    for (const batchId of waiting.keys()) this.#keptIds.add(batchId);
    const groups = await this.#recoverGroups(waiting);
    this.#bytes = [...waiting.values(), ...groups.flatMap((group) => group.batches)].reduce(
      (sum, batch) => sum + batch.bytes,
      0,
    );
    return { groups, batches: [...waiting.values()] };
  }

  /** Rebuilds the groups whose members all wait; takes their members out of `waiting`. */
  async #recoverGroups(waiting: Map<string, SpooledBatch>): Promise<SpooledGroup[]> {
    const groups: SpooledGroup[] = [];
    for (const file of await this.#list('groups', /^(.{36})\.json$/)) {
      const batches = JSON.parse(await readFile(file.path, 'utf8')) as SpooledBatch[];
      if (batches.every((batch) => waiting.has(batch.batchId))) {
        groups.push(await this.#joined(file.id, batches));
        for (const batch of batches) waiting.delete(batch.batchId);
      } else {
        // Stored already, so that a member is gone: what is left of it was removed above as stored.
        await rm(file.path, { force: true });
        await rm(this.#group(file.id), { force: true });
      }
    }
    return groups;
  }

  async #joined(token: string, batches: readonly SpooledBatch[]): Promise<SpooledGroup> {
    const [first] = batches;
    if (first !== undefined && batches.length === 1)
      return { token, path: this.#kept(first.batchId), batches };
    const path = this.#group(token);
    const file = await open(path, 'w', 0o600);
    try {
      const piece = Buffer.allocUnsafe(pieceBytes);
      for (const batch of batches) await append(file, this.#kept(batch.batchId), piece);
    } catch (error) {
      throw new StoreError('unavailable', 'The spool cannot join batches now.', { cause: error });
    } finally {
      await file.close();
    }
    return { token, path, batches };
  }

  #forget(batch: SpooledBatch): void {
    this.#keptIds.delete(batch.batchId);
    this.#bytes -= batch.bytes;
  }

  async #forgetGroup(group: SpooledGroup): Promise<void> {
    await rm(this.#manifest(group.token), { force: true });
    await rm(this.#group(group.token), { force: true });
    await syncDirectory(joinPath(this.#root, 'groups'));
  }

  async #list(folder: string, pattern: RegExp): Promise<{ id: string; path: string }[]> {
    const found: { id: string; path: string }[] = [];
    for (const name of await readdir(joinPath(this.#root, folder))) {
      const id = pattern.exec(name)?.[1];
      const path = joinPath(this.#root, folder, name);
      if (id !== undefined && idPattern.test(id)) found.push({ id, path });
      else if (name.endsWith(unfinishedSuffix)) await rm(path, { force: true });
    }
    return found;
  }

  #kept(batchId: string): string {
    return joinPath(this.#root, 'kept', `${batchId}.rows`);
  }

  #group(token: string): string {
    return joinPath(this.#root, 'groups', `${token}.rows`);
  }

  #manifest(token: string): string {
    return joinPath(this.#root, 'groups', `${token}.json`);
  }
}

/** Copies a file to where another one ends, by way of that piece of memory. */
async function append(target: FileHandle, path: string, piece: Buffer): Promise<void> {
  const source = await open(path, 'r');
  try {
    for (;;) {
      const { bytesRead } = await source.read(piece, 0, piece.length);
      if (bytesRead === 0) return;
      for (let at = 0; at < bytesRead; ) at += (await target.write(piece, at, bytesRead - at)).bytesWritten;
    }
  } finally {
    await source.close();
  }
}
