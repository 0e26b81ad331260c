import { readFile, stat } from 'node:fs/promises';
import { ConfigError } from '@sonde/shared/settings/config-error.ts';
import type { Config } from './settings.ts';

/**
 * Reads the location's key, from the setting itself or out of its file. Undefined if there is none; warns of a file
 * that others can read. Throws a ConfigError if the file can't be used.
 */
export async function locationKey(
  config: Config,
): Promise<{ key: string | undefined; warnings: readonly string[] }> {
  if (config.key !== undefined) return { key: checked(config.key, 'The key'), warnings: [] };
  const path = config.key_file;
  if (path === undefined) return { key: undefined, warnings: [] };
  let text: string;
  let mode: number;
  try {
    mode = (await stat(path)).mode;
    text = await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new ConfigError([`The key file ${path} can't be read: ${code}.`]);
  }
  return { key: checked(text.trim(), `The key in ${path}`), warnings: warningsOf(path, mode) };
}

/** Gives the warning about a key file that others can read: none on Windows, where a mode says nothing of who may read, nor of a container's secrets. */
export function warningsOf(
  path: string,
  mode: number,
  platform: string = process.platform,
): readonly string[] {
  // There engines of containers put what they are given, which the one user of the container reads by the mode for others.
  const isSecret = path.startsWith('/run/secrets/');
  if (platform === 'win32' || isSecret || (mode & 0o044) === 0) return [];
  return [`Other users can read the key file ${path}. Correct its permissions: chmod 600 ${path}`];
}

/** A key travels in a header: visible ASCII, of bounded length. */
function checked(key: string, what: string): string {
  if (/^[\x21-\x7e]{8,512}$/.test(key)) return key;
  throw new ConfigError([
    `${what} is not a valid location key. A key has 8 to 512 visible ASCII characters and no spaces.`,
  ]);
}
