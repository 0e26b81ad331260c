import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { measurePeers, type PeerCommands, type PeerResults } from './peers.ts';

interface GeneratedFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** Packets or messages in it. */
  readonly count: number;
}

/**
 * Measures our own road through a file and that of peers, one after the other. `measure` is the command that measures a file, whose
 * path follows, and prints its result as JSON: a process of its own, so that the memory in which the file was made does not count.
 */
export async function compareOnFile<Result>(
  { name, bytes, count }: GeneratedFile,
  measure: readonly string[],
  peers: PeerCommands,
): Promise<{ readonly own: Result; readonly peers: PeerResults }> {
  const directory = await mkdtemp(join(tmpdir(), 'sonde-bench-'));
  try {
    const path = join(directory, name);
    await writeFile(path, bytes);
    const { stdout } = await promisify(execFile)(measure[0]!, [...measure.slice(1), path]);
    const own = JSON.parse(stdout) as Result;
    return { own, peers: await measurePeers(peers, path, count, directory) };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
