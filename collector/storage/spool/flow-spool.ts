import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unfinishedSuffix, writeDurably } from '@sonde/shared/files/write-durably.ts';
import { StoreError } from '../../ports/system/store-error.ts';
import type { FlowSpool } from '../../ports/traffic/encrypted-flows.ts';
import { isId } from './manifest.ts';

const suffix = '.flows';
const asideSuffix = '.refused';

/** The file flow spool keeps each batch of flows as a file, `<batch>.flows`, oldest first as they came or were found. */
export class FileFlowSpool implements FlowSpool {
  readonly #directory: string;
  readonly #sizes = new Map<string, number>();
  #bytes = 0;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** Takes up what an earlier process left. */
  static async open(directory: string): Promise<FileFlowSpool> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const spool = new FileFlowSpool(directory);
    for (const name of (await readdir(directory)).sort()) {
      if (name.endsWith(unfinishedSuffix)) await rm(join(directory, name), { force: true });
      const id = name.slice(0, -suffix.length);
      if (!name.endsWith(suffix) || !isId(id)) continue;
      spool.#count(id, (await stat(join(directory, name))).size);
    }
    return spool;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get waiting(): number {
    return this.#sizes.size;
  }

  async put(batchId: string, lines: Buffer): Promise<void> {
    try {
      await writeDurably(this.#pathOf(batchId), lines);
    } catch (cause) {
      throw new StoreError('unavailable', 'The disk takes no flows.', { cause });
    }
    this.#count(batchId, lines.length);
  }

  async oldest(mostBytes: number): Promise<{ ids: string[]; lines: Buffer } | undefined> {
    const ids: string[] = [];
    let bytes = 0;
    for (const [id, size] of this.#sizes) {
      if (ids.length > 0 && bytes + size > mostBytes) break;
      ids.push(id);
      bytes += size;
    }
    if (ids.length === 0) return undefined;
    const parts: Buffer[] = [];
    for (const id of ids) parts.push(await readFile(this.#pathOf(id)));
    return { ids, lines: Buffer.concat(parts) };
  }

  async forget(batchIds: readonly string[]): Promise<void> {
    for (const id of batchIds) {
      await rm(this.#pathOf(id), { force: true });
      this.#uncount(id);
    }
  }

  async setAside(batchIds: readonly string[]): Promise<void> {
    for (const id of batchIds) {
      await rename(this.#pathOf(id), `${this.#pathOf(id)}${asideSuffix}`);
      this.#uncount(id);
    }
  }

  #pathOf(id: string): string {
    return join(this.#directory, `${id}${suffix}`);
  }

  #count(id: string, size: number): void {
    this.#uncount(id);
    this.#sizes.set(id, size);
    this.#bytes += size;
  }

  #uncount(id: string): void {
    this.#bytes -= this.#sizes.get(id) ?? 0;
    this.#sizes.delete(id);
  }
}
