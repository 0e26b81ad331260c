import { glob, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes at the end of a log that are looked at: some thousands of records, more than inserts under way can write. */
const tailBytes = 256 * 1024;
const added = '1';
const dropped = '2';

/** A part holds the blocks from `first` to `last` of its partition. */
interface Part {
  readonly partition: string;
  readonly first: number;
  readonly last: number;
}

/**
 * Makes tables forget tokens of inserts that a kill cut off. The engine writes a block's token into its log before the
 * block's part takes its place: killed in between, it would take the retry for a repetition and lose the rows. A token
 * whose part is not there is therefore taken back. To be run while no engine is open on the directory; gives how many
 * tokens were taken back.
 */
export async function forgetLostParts(engineDirectory: string): Promise<number> {
  let forgotten = 0;
  for await (const logs of glob('store/*/*/deduplication_logs', { cwd: engineDirectory })) {
    const table = join(engineDirectory, logs, '..');
    forgotten += await forgetInTable(table, join(engineDirectory, logs));
  }
  return forgotten;
}

async function forgetInTable(table: string, logDirectory: string): Promise<number> {
  const logs = (await readdir(logDirectory))
    .map((name) => ({ name, number: Number(/^deduplication_log_([0-9]+)\.txt$/.exec(name)?.[1] ?? -1) }))
    .filter(({ number }) => number >= 0)
    .sort((a, b) => a.number - b.number);
  const newest = logs.at(-1);
  if (newest === undefined) return 0;
  const remembered = new Map<string, string>();
  for (const { name } of logs.slice(-2)) {
    for (const line of await lastLines(join(logDirectory, name))) {
      const [operation, part, token] = line.split('\t');
      if (part === undefined || token === undefined) continue;
      if (operation === added) remembered.set(token, part);
      else remembered.delete(token);
    }
  }
  if (remembered.size === 0) return 0;
  const present = partsByPartition(await readdir(table));
  const lost = [...remembered].filter(([, name]) => !isPresent(present, name));
  if (lost.length === 0) return 0;
  await append(
    join(logDirectory, newest.name),
    lost.map(([token, part]) => `${dropped}\t${part}\t${token}\n`).join(''),
  );
  return lost.length;
}

async function lastLines(path: string): Promise<string[]> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - tailBytes);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - start), position: start });
    const lines = buffer.toString('latin1', 0, bytesRead).split('\n');
    // The last is empty, or a record that was cut; the first may be the end of one.
    return lines.slice(start === 0 ? 0 : 1, -1);
  } finally {
    await file.close();
  }
}

/** Adds lines behind the last whole line. */
async function append(path: string, lines: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - tailBytes);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - start), position: start });
    const end = start + buffer.subarray(0, bytesRead).lastIndexOf(0x0a) + 1;
    await file.truncate(end);
    await file.write(lines, end, 'latin1');
    await file.sync();
  } finally {
    await file.close();
  }
}

function parsePart(name: string): Part | undefined {
  const found = /^([0-9a-z]+)_([0-9]+)_([0-9]+)_[0-9]+(?:_[0-9]+)?$/.exec(name);
  if (found === null) return undefined;
  return { partition: found[1]!, first: Number(found[2]), last: Number(found[3]) };
}

function partsByPartition(names: readonly string[]): Map<string, Part[]> {
  const parts = names.map(parsePart).filter((part) => part !== undefined);
  return Map.groupBy(parts, ({ partition }) => partition);
}

/** Tells whether the part is there, or one that it was merged into. */
function isPresent(present: ReadonlyMap<string, readonly Part[]>, name: string): boolean {
  const part = parsePart(name);
  if (part === undefined) return true;
  return (present.get(part.partition) ?? []).some(
    ({ first, last }) => first <= part.first && last >= part.last,
  );
}
