import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Ending, temporaryDirectory } from '../temporary-directory.ts';

/**
 * Runs shell commands as root on a copy of this system in memory, with the files in `/run/given`, and resolves with what they
 * wrote. Rejects where one of them fails, with the end of its log.
 */
export async function runOnACopy(
  t: Ending,
  commands: readonly string[],
  files: readonly string[],
): Promise<string> {
  const directory = await temporaryDirectory(t);
  const [memory, script] = [join(directory, 'memory'), join(directory, 'commands.sh')];
  await mkdir(memory);
  await writeFile(script, `${commands.join('\n')}\n`);
  // Whoever is not root is root in a namespace, which has all that an installation asks for but other users.
  const root = process.getuid?.() === 0 ? [] : ['-r', '--map-auto'];
  const args = ['-mnpf', ...root, '--kill-child', 'bash', join(import.meta.dirname, 'on-a-copy.sh')];
  const { stdout } = await promisify(execFile)('unshare', [...args, memory, script, ...files], {
    maxBuffer: 2 ** 24,
  });
  return stdout;
}
