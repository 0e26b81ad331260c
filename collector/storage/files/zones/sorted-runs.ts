import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';

/** Runs that are merged at once: each has a file open. */
const mostAtOnce = 64;

/** Sorted runs sort more names than memory holds: some are sorted and written at a time, and what was written is merged. */
export class SortedRuns {
  readonly #directory: string;
  readonly #mostNames: number;
  #names: string[] = [];
  #runs: string[] = [];
  #made = 0;

  constructor(directory: string, mostNames: number) {
    this.#directory = directory;
    this.#mostNames = mostNames;
  }

  get isFull(): boolean {
    return this.#names.length >= this.#mostNames;
  }

  add(name: string): void {
    this.#names.push(name);
  }

  /** Writes what is held. */
  async flush(): Promise<void> {
    if (this.#names.length === 0) return;
    const names = this.#names.sort(compareNames);
    this.#names = [];
    const run = this.#next();
    await writeNames(run, names);
    this.#runs.push(run);
    if (this.#runs.length >= mostAtOnce) {
      const merged = this.#next();
      await writeNames(merged, mergeNames(this.#runs));
      this.#runs = [merged];
    }
  }

  /** All of them in order, each once. */
  async *sorted(): AsyncGenerator<string> {
    await this.flush();
    yield* mergeNames(this.#runs);
  }

  #next(): string {
    return join(this.#directory, `run-${this.#made++}`);
  }
}

/** By code units, which for these names is by octets. */
export function compareNames(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Writes names a line each; resolves when they are on the disk. Returns their count. */
export async function writeNames(
  path: string,
  names: Iterable<string> | AsyncIterable<string>,
): Promise<number> {
  const file = createWriteStream(path, { flush: true, mode: 0o600 });
  const failed = once(file, 'error').then(([error]) => {
    throw error;
  });
  failed.catch(() => undefined);
  let count = 0;
  let part: string[] = [];
  const put = async () => {
    if (part.length === 0) return;
    const text = `${part.join('\n')}\n`;
    part = [];
    if (!file.write(text)) await Promise.race([once(file, 'drain'), failed]);
  };
  try {
    for await (const name of names) {
      count++;
      part.push(name);
      if (part.length >= 4_096) await put();
    }
    await put();
    const closed = once(file, 'close');
    file.end();
    await Promise.race([closed, failed]);
    return count;
  } catch (error) {
    file.destroy();
    throw error;
  }
}

export async function* readNames(path: string): AsyncGenerator<string> {
  const file = createReadStream(path, { encoding: 'latin1', highWaterMark: 262_144 });
  let rest = '';
  for await (const text of file as AsyncIterable<string>) {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}

interface Head {
  value: string;
  readonly names: AsyncGenerator<string>;
}

/** Merges sorted files, each name once. */
async function* mergeNames(paths: readonly string[]): AsyncGenerator<string> {
  const heads: Head[] = [];
  for (const path of paths) {
    const names = readNames(path);
    const { value, done } = await names.next();
    if (done !== true) heads.push({ value, names });
  }
  heads.sort((one, other) => compareNames(one.value, other.value));
  let last: string | undefined;
  while (heads.length > 0) {
    const head = heads[0]!;
    if (head.value !== last) yield head.value;
    last = head.value;
    const { value, done } = await head.names.next();
    if (done === true) heads.shift();
    else {
      head.value = value;
      sink(heads);
    }
  }
}

/** Moves the first to its place among the others, which are in order: by halves. */
function sink(heads: Head[]): void {
  const [head] = heads as [Head];
  let low = 1;
  let high = heads.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (heads[middle]!.value < head.value) low = middle + 1;
    else high = middle;
  }
  if (low === 1) return;
  heads.copyWithin(0, 1, low);
  heads[low - 1] = head;
}

/** Gives what the newer of two sorted ones has and the older has not. */
export async function* addedNames(
  older: AsyncGenerator<string>,
  newer: AsyncIterable<string>,
): AsyncGenerator<string> {
  let known = await older.next();
  for await (const name of newer) {
    while (known.done !== true && known.value < name) known = await older.next();
    if (known.done === true || known.value !== name) yield name;
  }
}
