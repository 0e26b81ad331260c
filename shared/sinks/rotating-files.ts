import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileRequest } from './outlets.ts';

interface Progress {
  /** Bytes that are whole batches. */
  readonly length: number;
  /** The key of the last one. */
  readonly key: string;
  /** When the file was begun, milliseconds since 1970. */
  readonly begunAt: number;
}

/**
 * Rotating files are files that are appended to, batch by batch, and closed by being renamed. Beside each lies how far
 * it is whole: what an end in the midst of a batch left is cut off, and a batch that comes again is known.
 */
export class RotatingFiles {
  readonly #directory: string;
  readonly #now: () => number;
  /** One batch after the other: they are few, and the disk is one. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(directory: string, now: () => number) {
    this.#directory = directory;
    this.#now = now;
  }

  append(request: FileRequest, bytes: Uint8Array): Promise<void> {
    const turn = this.#last.then(() => this.#append(request, bytes));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #append(request: FileRequest, bytes: Uint8Array): Promise<void> {
    const { name, ending, key, maxBytes, periodBegan } = request;
    await mkdir(this.#directory, { recursive: true, mode: 0o750 });
    const path = join(this.#directory, `${name}${ending}`);
    let progress = await this.#progress(path, request);
    if (progress.key === key) return;
    const isFull = progress.length > 0 && progress.length + bytes.length > maxBytes;
    if (isFull || (progress.length > 0 && progress.begunAt < periodBegan)) {
      await this.#close(path, request, progress);
      progress = { length: 0, key: '', begunAt: this.#now() };
    }
    const file = await open(path, 'a', 0o640);
    try {
      await file.truncate(progress.length);
      await file.writeFile(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
    const { length, begunAt } = progress;
    await this.#note(path, {
      length: length + bytes.length,
      key,
      begunAt: length === 0 ? this.#now() : begunAt,
    });
  }

  /** A file that nobody knows the whole part of is put away as it is. */
  async #progress(path: string, request: FileRequest): Promise<Progress> {
    const size = await stat(path).then(
      (status) => status.size,
      () => undefined,
    );
    const fresh = { length: 0, key: '', begunAt: this.#now() };
    const noted = await readProgress(progressPath(path));
    if (size === undefined) return noted === undefined ? fresh : { ...fresh, key: noted.key };
    if (noted !== undefined && noted.length <= size) return noted;
    await this.#close(path, request, fresh);
    return fresh;
  }

  async #close(path: string, { name, ending, keep }: FileRequest, { length }: Progress): Promise<void> {
    const file = await open(path, 'r+');
    try {
      if (length > 0) await file.truncate(length);
      await file.datasync();
    } finally {
      await file.close();
    }
    const stamp = new Date(this.#now()).toISOString().replace(/[-:.]/g, '');
    await rename(path, await this.#free(`${name}-${stamp}`, ending));
    const closed = (await readdir(this.#directory))
      .filter((other) => other.startsWith(`${name}-`) && closedName(other.slice(name.length), ending))
      .sort();
    for (const old of closed.slice(0, Math.max(0, closed.length - keep)))
      await rm(join(this.#directory, old));
  }

  async #free(name: string, ending: string): Promise<string> {
    for (let number = 0; ; number++) {
      const path = join(this.#directory, `${name}${number === 0 ? '' : `-${number}`}${ending}`);
      const isTaken = await stat(path).then(
        () => true,
        () => false,
      );
      if (!isTaken) return path;
    }
  }

  async #note(path: string, progress: Progress): Promise<void> {
    const unfinished = `${progressPath(path)}.new`;
    await writeFile(unfinished, JSON.stringify(progress), { mode: 0o640 });
    await rename(unfinished, progressPath(path));
  }
}

/** Hidden, so that who reads all files of the folder passes it over. */
function progressPath(path: string): string {
  return path.replace(/([^/]+)$/, '.$1.progress');
}

function closedName(rest: string, ending: string): boolean {
  return rest.endsWith(ending) && /^-\d{8}T\d{9}Z(?:-\d+)?$/.test(rest.slice(0, rest.length - ending.length));
}

async function readProgress(path: string): Promise<Progress | undefined> {
  try {
    const { length, key, begunAt } = JSON.parse(await readFile(path, 'utf8'));
    const isWhole =
      Number.isSafeInteger(length) && length >= 0 && typeof key === 'string' && Number.isFinite(begunAt);
    return isWhole ? { length, key, begunAt } : undefined;
  } catch {
    return undefined;
  }
}
