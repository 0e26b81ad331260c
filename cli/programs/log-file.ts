import { mkdirSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface LogFileSizes {
  /** Octets of the file at which it becomes `<name>.1`, in the place of an earlier one. */
  readonly rotateAt: number;
  /** Octets that may wait to be written. */
  readonly waiting: number;
}

const usualSizes: LogFileSizes = { rotateAt: 32 * 1024 * 1024, waiting: 1024 * 1024 };
/** Milliseconds until a file that could not be written is tried again. */
const patience = 2_000;

/**
 * A log file keeps the output of a program in a file of bounded size. It never fails: lines that a full or slow disk
 * does not take are lost and counted, and the first line that is taken again says how many lines. `onLoss` is told the
 * reason each time that the disk refuses.
 */
export class LogFile {
  readonly #path: string;
  readonly #sizes: LogFileSizes;
  readonly #onLoss: (reason: string) => void;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #lostLines = 0;
  #toldLines = 0;
  #writing: Promise<void> | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(path: string, onLoss: (reason: string) => void = () => {}, sizes = usualSizes) {
    this.#path = path;
    this.#sizes = sizes;
    this.#onLoss = onLoss;
  }

  /** The number of lines lost so far. */
  get lostLines(): number {
    return this.#lostLines;
  }

  write(chunk: Buffer): void {
    const isFull = this.#waitingBytes + chunk.length > this.#sizes.waiting;
    if (isFull || performance.now() - this.#failedAt < patience) {
      this.#lose(chunk);
      return;
    }
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
  }

  /** Resolves when all that is not lost is written. */
  async close(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    let file: FileHandle | undefined;
    let taken: Buffer = Buffer.alloc(0);
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      file = await open(this.#path, 'a', 0o600);
      let { size } = await file.stat();
      while (this.#waiting.length > 0) {
        taken = Buffer.concat(this.#waiting.splice(0));
        const told = this.#lostLines;
        const text = told === this.#toldLines ? taken : Buffer.concat([this.#lossLine(), taken]);
        await file.appendFile(text);
        this.#toldLines = told;
        this.#waitingBytes -= taken.length;
        taken = Buffer.alloc(0);
        size += text.length;
        if (size < this.#sizes.rotateAt) continue;
        await file.close();
        await rename(this.#path, `${this.#path}.1`);
        file = await open(this.#path, 'a', 0o600);
        size = 0;
      }
    } catch (error) {
      this.#failedAt = performance.now();
      for (const chunk of [taken, ...this.#waiting.splice(0)]) this.#lose(chunk);
      this.#waitingBytes = 0;
      this.#onLoss(error instanceof Error ? error.message : String(error));
    } finally {
      await file?.close().catch(() => {});
    }
  }

  #lossLine(): Buffer {
    return Buffer.from(
      `${this.#lostLines - this.#toldLines} lines could not be written here and are lost.\n`,
    );
  }

  #lose(chunk: Buffer): void {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) this.#lostLines++;
  }
}
