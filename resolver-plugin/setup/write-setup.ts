import { chown, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeDurably } from '@sonde/shared/files/write-durably.ts';
import { type ControlProgram, runControl } from '../policy/run-command.ts';
import type { Setup } from './options.ts';

/** What all our files say in their first line. */
const mark = 'Written by sonde-resolver setup.';

export type WrittenState = 'written' | 'unchanged';

export class SetupError extends Error {
  override readonly name = 'SetupError';
}

/**
 * Writes the files of a setup and runs the resolver's own checker on them; if the checker finds a fault, all files are
 * restored. A file that is not ours is left alone. Throws a SetupError.
 */
export async function writeSetup({ files, check }: Setup): Promise<Map<string, WrittenState>> {
  const before = new Map<string, Buffer | undefined>();
  for (const { path } of files) {
    const content = await readFile(path).catch(unlessMissing);
    if (content !== undefined && !content.subarray(0, 200).includes(mark)) {
      throw new SetupError(`${path} exists and was not written by sonde-resolver. Move it away first.`);
    }
    before.set(path, content);
  }
  const states = new Map<string, WrittenState>();
  for (const { path, text } of files) {
    const same = before.get(path)?.equals(Buffer.from(text)) === true;
    states.set(path, same ? 'unchanged' : 'written');
    if (!same) await write(path, Buffer.from(text));
  }
  const [file, ...args] = check ?? [];
  if (file !== undefined) {
    await runChecker({ file, args }).catch(async (error: unknown) => {
      for (const [path, content] of before) {
        if (content === undefined) await rm(path, { force: true });
        else await write(path, content);
      }
      throw error;
    });
  }
  return states;
}

/** Resolvers run as users of their own, which must be able to read it; a TSIG key in it keeps others out. */
async function write(path: string, content: Buffer): Promise<void> {
  const directory = dirname(path);
  await mkdir(directory, { recursive: true });
  const hasSecret = /secret/i.test(content.toString('utf8'));
  await writeDurably(path, content, hasSecret ? 0o640 : 0o644);
  if (!hasSecret || process.getuid?.() !== 0) return;
  // As the directory's group, which is the resolver's in the packages that keep secrets there.
  const { gid } = await stat(directory);
  await chown(path, 0, gid);
}

async function runChecker(program: ControlProgram): Promise<void> {
  try {
    await runControl(program, []);
  } catch (error) {
    const command = [program.file, ...program.args].join(' ');
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new SetupError(
      `${command} rejects the configuration. The previous files were restored: ${said || String(error)}`,
    );
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
