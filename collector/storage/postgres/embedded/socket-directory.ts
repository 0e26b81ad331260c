import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperatingUser } from './operating-user.ts';

/** Where the server's Unix socket lies, and how to leave that place. */
export interface SocketDirectory {
  readonly path: string;
  remove(): Promise<void>;
}

/** sun_path holds 108 bytes, the last of them zero (unix(7)). */
const longestSocketPath = 107;
const socketName = '.s.PGSQL.5432.lock';

/**
 * The directory itself where a socket's path fits into it, else a fresh one of mode 0700 below the system's
 * directory for temporary files. The comma and the quote mean something to the server's list of directories.
 */
export async function socketDirectory(
  home: string,
  owner: OperatingUser | undefined,
): Promise<SocketDirectory> {
  const fits = Buffer.byteLength(join(home, socketName)) <= longestSocketPath;
  if (fits && !/[,"]/.test(home)) return { path: home, remove: async () => {} };
  const path = await mkdtemp(join(tmpdir(), 'sonde-postgres-'));
  await secure(path, owner);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Makes the directory where missing, for its owner alone. */
export async function privateDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/** Gives a directory to its owner and to nobody else. */
export async function secure(path: string, owner: OperatingUser | undefined): Promise<void> {
  if (owner) await chown(path, owner.uid, owner.gid);
  await chmod(path, 0o700);
}
