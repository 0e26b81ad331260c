import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { OperatingUser } from './operating-user.ts';

/** A socket directory holds the server's Unix socket until it is removed. */
export interface SocketDirectory {
  readonly path: string;
  remove(): Promise<void>;
}

/** sun_path holds 108 bytes, the last of them zero (unix(7)). */
const longestSocketPath = 107;
const socketName = '.s.PGSQL.5432.lock';
const fallbackName = 'sonde-postgres-';

/**
 * Gives the directory itself if a socket's path fits into it, else a fresh one of mode 0700 below the system's
 * directory for temporary files. The comma and the quote mean something to the server's list of directories.
 */
export async function socketDirectory(
  home: string,
  owner: OperatingUser | undefined,
): Promise<SocketDirectory> {
  const fits = Buffer.byteLength(join(home, socketName)) <= longestSocketPath;
  if (fits && !/[,"]/.test(home)) return { path: home, remove: async () => {} };
  const path = await mkdtemp(join(tmpdir(), fallbackName));
  await secure(path, owner);
  return { path, remove: () => removeSocketDirectory(path) };
}

/** Makes the directory if it is missing, for its owner alone. */
export async function privateDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/** Gives a directory to its owner and to nobody else. */
export async function secure(path: string, owner: OperatingUser | undefined): Promise<void> {
  try {
    if (owner) await chown(path, owner.uid, owner.gid);
    await chmod(path, 0o700);
  } catch (cause) {
    throw new Error(
      `PostgreSQL does not run as root, and ${path} cannot be given to user ${owner?.uid ?? process.getuid?.()}, as in a user namespace that has only one. Start it outside, or name a server with DATABASE_URL.`,
      { cause },
    );
  }
}

/** Removes a directory that a killed server's collector could not remove; nothing but one that was made here. */
export async function removeSocketDirectory(path: string): Promise<void> {
  if (dirname(path) !== tmpdir() || !basename(path).startsWith(fallbackName)) return;
  await rm(path, { recursive: true, force: true });
}
