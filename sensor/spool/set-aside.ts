import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/**
 * The set-aside directory keeps batches that no collector will take, for a person to look at. It is bounded in bytes,
 * the oldest goes first; what can't be kept is let go, since keeping it must never stop the shipping of others.
 */
export class SetAside {
  readonly #directory: string;
  readonly #maxBytes: number;

  constructor(options: { directory: string; maxBytes: number }) {
    this.#directory = options.directory;
    this.#maxBytes = options.maxBytes;
  }

  /** Moves a file here. */
  async takeFile(path: string): Promise<void> {
    await this.#take(path, (target) => rename(path, target));
    await rm(path, { force: true }).catch(() => undefined);
  }

  /** Keeps bytes that were never in a file, under a file's name. */
  async takeBytes(name: string, bytes: Uint8Array): Promise<void> {
    await this.#take(name, (target) => writeFile(target, bytes, { mode: 0o600 }));
  }

  async #take(name: string, put: (target: string) => Promise<void>): Promise<void> {
    try {
      await mkdir(this.#directory, { recursive: true, mode: 0o700 });
      await put(join(this.#directory, basename(name)));
      await this.#trim();
    } catch {
      // The batch is counted as lost already; keeping its bytes is a courtesy.
    }
  }

  async #trim(): Promise<void> {
    const names = (await readdir(this.#directory)).sort();
    const files = await Promise.all(
      names.map(async (name) => ({ name, size: (await stat(join(this.#directory, name))).size })),
    );
    let total = files.reduce((sum, file) => sum + file.size, 0);
    for (const file of files) {
      if (total <= this.#maxBytes) return;
      await rm(join(this.#directory, file.name), { force: true });
      total -= file.size;
    }
  }
}
