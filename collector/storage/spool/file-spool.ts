import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { syncDirectory, unfinishedSuffix, writeDurably } from '@sonde/shared/files/write-durably.ts';
import limitConcurrency from 'p-limit';
import type { BatchSpool, SpooledBatch, SpooledGroup, StagedBatch } from '../../ports/ingest/batch-spool.ts';
import type { AsideGroup, AsideSpool } from '../../ports/ingest/set-aside.ts';
import { StoreError } from '../../ports/system/store-error.ts';
import { AsideFolder } from './aside-folder.ts';
import { concatenate } from './concatenate.ts';
import { isId, manifestText, readManifest } from './manifest.ts';
import { SharedSync } from './shared-sync.ts';
import { SmallRows } from './small-rows.ts';
import { upgradeSpool } from './upgrade-spool.ts';

/**
 * The spool keeps batches as files:
 *
 *   staged/<batch>.<nonce>.rows   durable, not yet claimed
 *   kept/<batch>.rows             claimed, waiting
 *   groups/<token>.json           which batches are inserted together
 *   groups/<token>.rows           several of them joined; made anew from the batches whenever needed
 *   aside/<batch>.rows, .txt      refused by the store, and why
 *   aside/<token>.json            which of these were tried together
 *   layout                        the number of the form of all rows
 *
 * A manifest in `groups` has the last word on where its batches belong: moves between `kept` and `aside` that were
 * interrupted are completed towards `kept`.
 */
export class FileSpool implements BatchSpool, AsideSpool {
  readonly #root: string;
  readonly #aside: AsideFolder;
  /** Batches are moved to and from `aside` one group after the other. */
  readonly #turn = limitConcurrency(1);
  readonly #keptIds = new Set<string>();
  readonly #small = new SmallRows();
  readonly #stagedNames: SharedSync;
  #bytes = 0;

  private constructor(root: string, aside: AsideFolder) {
    this.#root = root;
    this.#aside = aside;
    this.#stagedNames = new SharedSync(joinPath(root, 'staged'));
  }

  static async open(directory: string): Promise<FileSpool> {
    await upgradeSpool(directory);
    for (const folder of ['staged', 'kept', 'groups', 'aside']) {
      await mkdir(joinPath(directory, folder), { recursive: true, mode: 0o700 });
    }
    return new FileSpool(directory, await AsideFolder.open(joinPath(directory, 'aside')));
  }

  get bytes(): number {
    return this.#bytes;
  }

  get aside(): number {
    return this.#aside.count;
  }

  get asideBytes(): number {
    return this.#aside.bytes;
  }

  has(batchId: string): boolean {
    return this.#keptIds.has(batchId) || this.#aside.has(batchId);
  }

  /** Gives the path of the rows of a batch that waits. */
  pathOf({ batchId }: SpooledBatch): string {
    return this.#kept(batchId);
  }

  async stage(batchId: string, rows: Uint8Array): Promise<StagedBatch> {
    const path = joinPath(this.#root, 'staged', `${batchId}.${randomUUID()}.rows`);
    const unfinished = `${path}${unfinishedSuffix}`;
    // The caller may free the rows' memory as soon as they are on disk.
    const batch: SpooledBatch = { batchId, bytes: rows.length };
    this.#bytes += batch.bytes;
    try {
      // As `writeDurably` does, save that batches that come at once share the last step.
      await writeFile(unfinished, rows, { mode: 0o600, flush: true });
      await rename(unfinished, path);
      await this.#stagedNames.sync();
    } catch (error) {
      for (const left of [unfinished, path]) await remove(left).catch(() => undefined);
      this.#bytes -= batch.bytes;
      throw new StoreError('unavailable', 'The spool cannot take more rows now.', { cause: error });
    }
    const small = SmallRows.copyOf(rows);
    return {
      keep: async () => {
        await rename(path, this.#kept(batchId));
        this.#keptIds.add(batchId);
        if (small !== undefined) this.#small.keep(batchId, small);
        return batch;
      },
      discard: async () => {
        await remove(path);
        this.#bytes -= batch.bytes;
      },
    };
  }

  async read({ batchId }: SpooledBatch): Promise<Buffer> {
    return this.#small.get(batchId) ?? (await readFile(this.#kept(batchId)));
  }

  async join(token: string, batches: readonly SpooledBatch[]): Promise<SpooledGroup> {
    if (batches.length === 0) throw new RangeError('a group needs a batch');
    // Written down before the first attempt, a lone batch's too: a batch without a manifest was never tried, so that
    // after a crash nothing that may be stored already is tried again in other company, under another token.
    try {
      await writeDurably(this.#manifest(token), manifestText(batches));
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
      await remove(this.#kept(batch.batchId));
      this.#forget(batch);
    }
  }

  setAside(group: SpooledGroup, reason: string): Promise<void> {
    return this.#turn(async () => {
      for (const { batchId } of group.batches) await this.#aside.explain(batchId, reason);
      await this.#moveAside(group.batches);
      // Only now, so that after a crash the group is either whole where it was, or whole here.
      await rename(this.#manifest(group.token), this.#aside.manifest(group.token));
      await this.#forgetGroup(group);
      await this.#aside.sync();
      for (const batch of group.batches) this.#forget(batch);
    });
  }

  listAside(): Promise<{ groups: AsideGroup[]; otherFiles: number }> {
    return this.#turn(() => this.#aside.list());
  }

  readAside(batch: SpooledBatch): Promise<Buffer> {
    return readFile(this.#aside.rows(batch.batchId));
  }

  takeUp({ token: lastToken, batches }: AsideGroup, freshToken: string): Promise<SpooledGroup> {
    return this.#turn(async () => {
      const token = lastToken ?? freshToken;
      const fromAside = lastToken !== undefined;
      if (batches.some(({ batchId }) => this.#keptIds.has(batchId)))
        throw new StoreError('refused', 'A batch of that id waits to be stored already.');
      let group: SpooledGroup;
      try {
        // From here on a crash completes the move.
        if (fromAside) await rename(this.#aside.manifest(token), this.#manifest(token));
        else await writeDurably(this.#manifest(token), manifestText(batches));
        await this.#sync('groups');
        for (const { batchId } of batches) await rename(this.#aside.rows(batchId), this.#kept(batchId));
        await this.#sync('kept');
        group = await this.#joined(token, batches);
      } catch (error) {
        await this.#goBack(token, batches, fromAside);
        throw new StoreError('unavailable', 'The spool cannot take up batches now.', { cause: error });
      }
      for (const batch of batches) {
        this.#keptIds.add(batch.batchId);
        this.#bytes += batch.bytes;
        await this.#aside.forget(batch.batchId);
      }
      await this.#aside.sync();
      return group;
    });
  }

  discardAside(group: AsideGroup): Promise<void> {
    return this.#turn(() => this.#aside.discard(group));
  }

  async recover(
    unfinished: (batchIds: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<{ groups: SpooledGroup[]; batches: SpooledBatch[] }> {
    await this.#completeMoves();
    const staged = await this.#list('staged', /^(.{36})\..{36}\.rows$/);
    const kept = await this.#list('kept', /^(.{36})\.rows$/);
    const ours = await unfinished([...new Set([...staged, ...kept].map((file) => file.id))]);

    const keptIds = new Set(kept.map((file) => file.id));
    for (const file of staged) {
      // What lies aside is ours as well, and was sent again.
      const lost = ours.has(file.id) && !keptIds.has(file.id) && !this.#aside.has(file.id);
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
      const batches = await readManifest(file.path);
      if (batches === undefined) throw new Error(`${file.path} is damaged: it is no list of batches.`);
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

  /** Batches of a group that were on their way to `aside`, or back, when the process ended. */
  async #completeMoves(): Promise<void> {
    for (const file of await this.#list('groups', /^(.{36})\.json$/)) {
      for (const { batchId } of (await readManifest(file.path)) ?? []) {
        if (this.#aside.has(batchId)) await rename(this.#aside.rows(batchId), this.#kept(batchId));
        await this.#aside.forget(batchId);
      }
    }
    await this.#sync('kept');
    await this.#aside.sync();
  }

  async #moveAside(batches: readonly SpooledBatch[]): Promise<void> {
    for (const batch of batches) {
      await rename(this.#kept(batch.batchId), this.#aside.rows(batch.batchId));
      this.#aside.remember(batch);
    }
    await this.#sync('kept');
    await this.#aside.sync();
  }

  /** Undoes what was done of taking a group up. What can't be undone a restart completes. */
  async #goBack(token: string, batches: readonly SpooledBatch[], fromAside: boolean): Promise<void> {
    for (const { batchId } of batches) {
      await rename(this.#kept(batchId), this.#aside.rows(batchId)).catch(unlessMissing);
    }
    if (fromAside) await rename(this.#manifest(token), this.#aside.manifest(token)).catch(unlessMissing);
    await this.#aside.sync();
    await this.#forgetGroup({ token, path: this.#group(token), batches });
  }

  async #joined(token: string, batches: readonly SpooledBatch[]): Promise<SpooledGroup> {
    const [first] = batches;
    if (first !== undefined && batches.length === 1)
      return { token, path: this.#kept(first.batchId), batches };
    const path = this.#group(token);
    try {
      await concatenate(
        path,
        batches.map(({ batchId }) => this.#small.get(batchId) ?? this.#kept(batchId)),
      );
    } catch (error) {
      throw new StoreError('unavailable', 'The spool cannot join batches now.', { cause: error });
    }
    return { token, path, batches };
  }

  #forget(batch: SpooledBatch): void {
    this.#keptIds.delete(batch.batchId);
    this.#small.forget(batch.batchId);
    this.#bytes -= batch.bytes;
  }

  async #forgetGroup(group: SpooledGroup): Promise<void> {
    await remove(this.#manifest(group.token));
    await remove(this.#group(group.token));
    await this.#sync('groups');
  }

  async #list(folder: string, pattern: RegExp): Promise<{ id: string; path: string }[]> {
    const found: { id: string; path: string }[] = [];
    for (const name of await readdir(joinPath(this.#root, folder))) {
      const id = pattern.exec(name)?.[1];
      const path = joinPath(this.#root, folder, name);
      if (id !== undefined && isId(id)) found.push({ id, path });
      else if (name.endsWith(unfinishedSuffix)) await rm(path, { force: true });
    }
    return found;
  }

  #sync(folder: string): Promise<void> {
    return syncDirectory(joinPath(this.#root, folder));
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

async function remove(path: string): Promise<void> {
  await unlink(path).catch(unlessMissing);
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
