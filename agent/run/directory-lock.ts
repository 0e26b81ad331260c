import { rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { directoryPipe } from './directory-pipe.ts';

export interface DirectoryLock {
  release(): Promise<void>;
}

/**
 * Keeps two agents of one machine from one directory, however close together they start: a socket that bears the directory's
 * number, which only one can have, and which the kernel takes back whatever becomes of its owner. On Linux it is an abstract one, on
 * Windows a named pipe; elsewhere it lies in the directory, and what a killed agent left there is taken over. Undefined if another
 * has it.
 */
export async function lockDirectory(
  path: string,
  platform: NodeJS.Platform = process.platform,
): Promise<DirectoryLock | undefined> {
  if (platform === 'win32') return await lockAt(directoryPipe(path, 'lock'));
  if (platform === 'linux') {
    const { dev, ino } = await stat(path, { bigint: true });
    return await lockAt(`\0sonde-agent-${dev}-${ino}`);
  }
  const address = join(path, 'lock.sock');
  const lock = await lockAt(address);
  if (lock !== undefined || (await isHeld(address))) return lock;
  await rm(address, { force: true });
  return await lockAt(address);
}

async function lockAt(address: string): Promise<DirectoryLock | undefined> {
  const server = createServer((connection) => connection.destroy());
  if (!(await listen(server, address))) return undefined;
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

function listen(server: Server, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    server.listen(address, () => resolve(true));
  });
}

/** Tells whether a program listens on a socket of the file system. */
function isHeld(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(address);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', () => resolve(false));
  });
}
