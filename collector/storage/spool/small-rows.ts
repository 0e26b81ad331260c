/** A batch is small up to this many bytes: to read its file costs more than to keep it. */
const smallBytes = 64 * 1024;
const mostBytes = 32 * 1024 * 1024;

/**
 * Small rows are kept in memory while they wait on disk, so that nobody need read a file that was just written: detectors, those
 * who watch, and the group that they are joined to. Beyond a bound, and after a restart, files are read.
 */
export class SmallRows {
  readonly #rows = new Map<string, Buffer>();
  #bytes = 0;

  /** Copies rows if they are small: whoever has them may free them. */
  static copyOf(rows: Uint8Array): Buffer | undefined {
    return rows.length > smallBytes ? undefined : Buffer.from(rows);
  }

  keep(batchId: string, rows: Buffer): void {
    this.forget(batchId);
    if (this.#bytes + rows.length > mostBytes) return;
    this.#rows.set(batchId, rows);
    this.#bytes += rows.length;
  }

  get(batchId: string): Buffer | undefined {
    return this.#rows.get(batchId);
  }

  forget(batchId: string): void {
    this.#bytes -= this.#rows.get(batchId)?.length ?? 0;
    this.#rows.delete(batchId);
  }
}
