import { link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from '@sonde/shared/files/write-durably.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import limitConcurrency from 'p-limit';
import type { SpooledBatch } from '../../ports/ingest/batch-spool.ts';
import type { JournalEntry, JournalKeeper, SinkJournal } from '../../ports/sinks/journal.ts';
import { isId } from './manifest.ts';

/** Files, at most: of small batches there may be many. */
const mostFiles = 200_000;

export interface FileJournalParts {
  readonly directory: string;
  /** Gives the path of the rows of a batch in the spool. */
  readonly pathOf: (batch: SpooledBatch) => string;
  readonly maxBytes: number;
  /** A sequence that nothing here may have: places beyond were told of before. */
  readonly after: number;
  /** Is told of an entry that goes before everybody had it; its file is there until this is done. */
  readonly onLost: (entry: JournalEntry) => Promise<void>;
  readonly log: Log;
}

/**
 * The journal keeps stored batches as files, `<sequence>-<batch>.v3.rows`: second names of the files that the spool had,
 * so that nothing is copied. A batch is kept before the registry hears that it is stored, and passed on once the spool
 * is done with it; what a crash leaves in between is stored again, and kept once. Files whose names lack the `.v3` are of earlier
 * versions, with rows of the former form: they stay as they are, since places in them are known to sinks.
 */
export class FileJournal implements SinkJournal, JournalKeeper {
  wanted = false;
  onMore: () => void = () => undefined;
  readonly #parts: FileJournalParts;
  /** In the order of their sequences. */
  #entries: JournalEntry[] = [];
  /** Kept and not yet published: those behind wait, so that a place never comes past one. */
  readonly #held = new Map<string, JournalEntry>();
  readonly #turn = limitConcurrency(1);
  #bytes = 0;
  #next: number;

  private constructor(parts: FileJournalParts) {
    this.#parts = parts;
    this.#next = parts.after + 1;
  }

  /** All that is found is held until `publishOthers` says which of it the spool still has. */
  static async open(parts: FileJournalParts): Promise<FileJournal> {
    const journal = new FileJournal(parts);
    await mkdir(parts.directory, { recursive: true, mode: 0o700 });
    for (const name of (await readdir(parts.directory)).sort()) {
      const [, digits, batchId = '', version] = /^(\d{16})-(.{36})(\.v3)?\.rows$/.exec(name) ?? [];
      if (digits === undefined || !isId(batchId)) continue;
      const path = join(parts.directory, name);
      const { size, mtimeMs } = await stat(path);
      const sequence = Number(digits);
      const isFormer = version === undefined;
      journal.#held.set(batchId, { sequence, batchId, path, bytes: size, storedAt: mtimeMs, isFormer });
      journal.#next = Math.max(journal.#next, sequence + 1);
    }
    return journal;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get end(): number {
    return this.#next;
  }

  async keep(batches: readonly SpooledBatch[]): Promise<void> {
    if (!this.wanted) return;
    let isNew = false;
    for (const batch of batches) {
      const { batchId, bytes } = batch;
      if (bytes === 0 || this.#held.has(batchId)) continue;
      const sequence = this.#next++;
      const name = `${String(sequence).padStart(16, '0')}-${batchId}.v3.rows`;
      const path = join(this.#parts.directory, name);
      try {
        await link(this.#parts.pathOf(batch), path);
        this.#held.set(batchId, { sequence, batchId, path, bytes, storedAt: Date.now(), isFormer: false });
        isNew = true;
      } catch (error) {
        // The store has the rows: ingest is not to stand still for what is outside.
        this.#parts.log.error({ err: error, batch: batchId }, 'a stored batch cannot be kept for sinks');
        const path = this.#parts.pathOf(batch);
        await this.#parts.onLost({ sequence, batchId, path, bytes, storedAt: Date.now(), isFormer: false });
      }
    }
    if (isNew) await syncDirectory(this.#parts.directory);
  }

  publish(batches: readonly SpooledBatch[]): void {
    this.#publish(batches.map(({ batchId }) => batchId));
  }

  /** Publishes what an earlier process left and the spool has no more. */
  publishOthers(has: (batchId: string) => boolean): void {
    this.#publish([...this.#held.keys()].filter((batchId) => !has(batchId)));
  }

  from(sequence: number, most: number): JournalEntry[] {
    const first = this.#indexOf(sequence);
    const heldFrom = Math.min(...[...this.#held.values()].map((entry) => entry.sequence));
    return this.#entries.slice(first, first + most).filter((entry) => entry.sequence < heldFrom);
  }

  bytesFrom(sequence: number): number {
    let bytes = 0;
    for (let index = this.#indexOf(sequence); index < this.#entries.length; index++)
      bytes += this.#entries[index]!.bytes;
    return bytes;
  }

  forgetBefore(sequence: number): Promise<void> {
    return this.#turn(async () => {
      const gone = this.#entries.splice(0, this.#indexOf(sequence));
      for (const { path, bytes } of gone) {
        this.#bytes -= bytes;
        await rm(path, { force: true });
      }
    });
  }

  #publish(batchIds: readonly string[]): void {
    let isNew = false;
    for (const batchId of batchIds) {
      const entry = this.#held.get(batchId);
      if (entry === undefined) continue;
      this.#held.delete(batchId);
      // Of groups under way at once the later may be through first.
      this.#entries.splice(this.#indexOf(entry.sequence), 0, entry);
      this.#bytes += entry.bytes;
      isNew = true;
    }
    if (!isNew) return;
    if (this.#isTooMuch()) void this.#turn(() => this.#dropOldest());
    this.onMore();
  }

  #isTooMuch(): boolean {
    return (
      this.#entries.length > 1 && (this.#bytes > this.#parts.maxBytes || this.#entries.length > mostFiles)
    );
  }

  async #dropOldest(): Promise<void> {
    while (this.#isTooMuch()) {
      const entry = this.#entries.shift()!;
      this.#bytes -= entry.bytes;
      await this.#parts.onLost(entry);
      await rm(entry.path, { force: true });
    }
  }

  /** Finds the first entry whose sequence is not before that. */
  #indexOf(sequence: number): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#entries[middle]!.sequence < sequence) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
