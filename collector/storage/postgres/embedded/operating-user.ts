import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';

/** The operating user is the operating-system user that the server runs as. */
export interface OperatingUser {
  readonly uid: number;
  readonly gid: number;
}

/** Tried in this order: one made for us, the one that PostgreSQL's packages make, the one that every system has. */
const candidates = ['sonde', 'postgres', 'nobody'];

/**
 * Finds the user to run the server as: undefined if the collector itself is unprivileged; otherwise, since PostgreSQL
 * refuses to run as root, whoever owns the directory already, or the first of the candidates that exists.
 */
export async function operatingUser(directory: string): Promise<OperatingUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = await stat(directory);
  if (uid !== 0) return { uid, gid };
  for (const name of candidates) {
    const user = await lookUp(name);
    if (user) return user;
  }
  throw new Error(
    `PostgreSQL does not run as root, and none of the users ${candidates.join(', ')} exists. Make one: useradd --system sonde`,
  );
}

async function lookUp(name: string): Promise<OperatingUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([id('-u', name), id('-g', name)]);
    return uid > 0 ? { uid, gid } : undefined;
  } catch {
    return undefined;
  }
}

async function id(option: '-u' | '-g', name: string): Promise<number> {
  const { stdout } = await promisify(execFile)('id', [option, name], { timeout: 10_000 });
  return Number.parseInt(stdout, 10);
}
