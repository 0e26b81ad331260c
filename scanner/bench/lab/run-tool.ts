import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/**
 * The tool path is PATH with the directories in which Debian keeps servers and network tools, outside an ordinary
 * user's path.
 */
export const toolPath = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`;

/** Runs a short command and returns its output; throws with what it said when it fails. */
export async function runTool(file: string, args: readonly string[], cwd?: string): Promise<string> {
  const { stdout } = await execFileAsync(file, [...args], { cwd, env: { ...process.env, PATH: toolPath } });
  return stdout;
}
