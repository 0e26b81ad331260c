import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '@sonde/shared/files/write-durably.ts';
import { readSpool, type SpoolEntry, spoolFileName } from './spool-files.ts';

export interface SpoolOptions {
  readonly directory: string;
  /** Bytes on disk, at most. */
  readonly maxBytes: number;
  /** Bytes kept in memory, at most, while the disk takes none. */
  readonly maxMemoryBytes: number;
  /** Is told of each batch that is given up, once. */
  readonly onLoss: (entry: SpoolEntry) => void;
  /** Takes the name of a file that bears a batch's name and holds none. */
  readonly onDamaged: (fileName: string) => Promise<void>;
  /** Is told when the disk takes no batch any more, and why; and by undefined when it does again. */
  readonly onDisk?: (fault: string | undefined) => void;
}

/**
 * A spool holds batches on their way to the collector, one file each, the oldest first out. Over its bound the oldest
 * is given up. A disk that takes no more does not stop it: new batches are then kept in memory, within a bound of their
 * own. Calls of `put` must not overlap; the others may come between at any time.
 */
export class Spool {
  readonly #options: SpoolOptions;
  readonly #entries: SpoolEntry[] = [];
  readonly #inMemory = new Map<SpoolEntry, Uint8Array>();
  #held: readonly SpoolEntry[] = [];
  #rows = 0;
  #ownRows = 0;
  #diskBytes = 0;
  #memoryBytes = 0;
  #nextOrdinal = 1;
  #diskError: string | undefined;

  private constructor(options: SpoolOptions) {
    this.#options = options;
  }

  /** Opens the directory, makes it if it is missing, and takes up what an earlier run left there. */
  static async open(options: SpoolOptions): Promise<Spool> {
    await mkdir(options.directory, { recursive: true, mode: 0o700 });
    const spool = new Spool(options);
    const { entries, damaged } = await readSpool(options.directory);
    for (const name of damaged) await options.onDamaged(name);
    for (const entry of entries) {
      spool.#diskBytes += onDisk(entry);
      spool.#add(entry);
    }
    spool.#nextOrdinal = (entries.at(-1)?.ordinal ?? 0) + 1;
    await spool.#makeRoom(undefined);
    return spool;
  }

  get batches(): number {
    return this.#entries.length;
  }
  get rows(): number {
    return this.#rows;
  }
  /** Rows of this run that wait. */
  get ownRows(): number {
    return this.#ownRows;
  }
  get diskBytes(): number {
    return this.#diskBytes;
  }
  get memoryBytes(): number {
    return this.#memoryBytes;
  }
  /** The reason why the disk did not take the last batch; undefined while it works. */
  get diskError(): string | undefined {
    return this.#diskError;
  }

  /** Returns the batch that is to be shipped next. */
  oldest(): SpoolEntry | undefined {
    return this.#entries[0];
  }

  /** Returns the next batches, so many at most, until they have so many rows; of this run or of earlier ones, as the first is. */
  first(most: number, rows: number): SpoolEntry[] {
    const first: SpoolEntry[] = [];
    let sum = 0;
    for (const entry of this.#entries) {
      const isOfOneKind = (entry.messages === undefined) === (this.#entries[0]!.messages === undefined);
      if (first.length === most || sum >= rows || !isOfOneKind) break;
      first.push(entry);
      sum += entry.rows;
    }
    return first;
  }

  /** Keeps a batch, or gives up older ones for it, or it itself; never rejects for want of room. */
  async put(bytes: Uint8Array, about: Omit<SpoolEntry, 'ordinal' | 'size'>): Promise<void> {
    const entry: SpoolEntry = { ...about, ordinal: this.#nextOrdinal++, size: bytes.length };
    if (!(await this.#makeRoom(entry))) return this.#options.onLoss(entry);
    if (await this.#write(entry, bytes)) return;
    let freed = 0;
    while (this.#memoryBytes + entry.size > this.#options.maxMemoryBytes) {
      const victim = this.#oldestFree();
      if (victim === undefined) return this.#options.onLoss(entry);
      if (!this.#inMemory.has(victim)) freed += victim.size;
      await this.#giveUp(victim);
      if (freed >= entry.size) {
        freed = 0;
        if (await this.#write(entry, bytes)) return;
      }
    }
    this.#inMemory.set(entry, bytes);
    this.#memoryBytes += entry.size;
    this.#add(entry);
  }

  /** Reads the bytes of a batch. Rejects if the disk does not give them back. */
  async read(entry: SpoolEntry): Promise<Buffer> {
    const bytes = this.#inMemory.get(entry);
    if (bytes !== undefined) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return await readFile(this.path(entry));
  }

  path(entry: SpoolEntry): string {
    return join(this.#options.directory, spoolFileName(entry));
  }

  /** Says which batches are on the road: they are not given up meanwhile. */
  hold(...entries: readonly SpoolEntry[]): void {
    this.#held = entries;
  }

  /** Takes a batch out, because it arrived or was set aside. Its file goes too, unless it has been moved. */
  async remove(entry: SpoolEntry): Promise<void> {
    if (!this.#take(entry)) return;
    this.#held = this.#held.filter((held) => held !== entry);
    if (this.#inMemory.delete(entry)) {
      this.#memoryBytes -= entry.size;
      return;
    }
    this.#diskBytes -= onDisk(entry);
    await rm(this.path(entry), { force: true }).catch(() => undefined);
  }

  /** Takes a batch out and counts it as lost. */
  async #giveUp(entry: SpoolEntry): Promise<void> {
    this.#options.onLoss(entry);
    await this.remove(entry);
  }

  /** Tries a last time to bring the batches in memory to the disk; the rest is counted as lost. */
  async close(): Promise<void> {
    this.#held = [];
    for (const [entry, bytes] of [...this.#inMemory]) {
      this.#inMemory.delete(entry);
      this.#memoryBytes -= entry.size;
      this.#take(entry);
      if (!(await this.#makeRoom(entry)) || !(await this.#write(entry, bytes))) {
        this.#options.onLoss(entry);
      }
    }
  }

  async #write(entry: SpoolEntry, bytes: Uint8Array): Promise<boolean> {
    this.#diskBytes += onDisk(entry);
    try {
      await writeDurably(this.path(entry), bytes);
    } catch (error) {
      this.#diskBytes -= onDisk(entry);
      await rm(this.path(entry), { force: true }).catch(() => undefined);
      this.#noteDisk(error instanceof Error ? error.message : String(error));
      return false;
    }
    this.#noteDisk(undefined);
    this.#add(entry);
    return true;
  }

  #noteDisk(fault: string | undefined): void {
    const changes = (fault === undefined) !== (this.#diskError === undefined);
    this.#diskError = fault;
    if (changes) this.#options.onDisk?.(fault);
  }

  #add(entry: SpoolEntry): void {
    const last = this.#entries.at(-1);
    this.#entries.push(entry);
    if (last !== undefined && last.ordinal > entry.ordinal) {
      this.#entries.sort((one, other) => one.ordinal - other.ordinal);
    }
    this.#rows += entry.rows;
    if (entry.messages !== undefined) this.#ownRows += entry.rows;
  }

  #take(entry: SpoolEntry): boolean {
    const index = this.#entries.indexOf(entry);
    if (index < 0) return false;
    this.#entries.splice(index, 1);
    this.#rows -= entry.rows;
    if (entry.messages !== undefined) this.#ownRows -= entry.rows;
    return true;
  }

  async #makeRoom(entry: SpoolEntry | undefined): Promise<boolean> {
    const size = entry === undefined ? 0 : onDisk(entry);
    while (this.#diskBytes + size > this.#options.maxBytes) {
      const victim = this.#oldestFree();
      if (victim === undefined) return false;
      await this.#giveUp(victim);
    }
    return true;
  }

  #oldestFree(): SpoolEntry | undefined {
    return this.#entries.find((entry) => !this.#held.includes(entry));
  }
}

/** Bytes that a batch takes on a disk of 4 KiB blocks: what bounds the number of files as well. */
function onDisk(entry: SpoolEntry): number {
  return Math.ceil(entry.size / 4096) * 4096;
}
