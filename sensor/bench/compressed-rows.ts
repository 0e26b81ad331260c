import { zstdCompressSync } from 'node:zlib';
import { bodyCompression } from '@sonde/shared/batch/body.ts';
import { RowGathering } from '../ship/batch-builder.ts';

/** Rows are compressed together once there are so many bytes of them, as in a batch. */
const batchBytes = 4 * 1024 * 1024;

/** Compressed rows take rows in, compress them as a batch is, and count what comes of it. */
export class CompressedRows {
  rows = 0;
  rowBytes = 0;
  compressedBytes = 0;
  readonly #open = new RowGathering();

  add(bytes: Uint8Array, count: number): void {
    this.rows += count;
    this.rowBytes += bytes.length;
    this.#open.add(bytes);
    if (this.#open.length >= batchBytes) this.#compress();
  }

  /** Compresses what is left. */
  end(): void {
    if (this.#open.length > 0) this.#compress();
  }

  #compress(): void {
    this.compressedBytes += zstdCompressSync(this.#open.take(), bodyCompression).length;
  }
}
