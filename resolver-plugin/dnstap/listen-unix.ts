import { chmod, chown, stat, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { Connections, type ListenOptions } from './connections.ts';
import { listening } from './listen.ts';

export interface UnixOptions extends ListenOptions {
  /** Permissions of the socket: whoever may write may send frames. */
  readonly mode: number;
  /** The group that it is given to; the process's own if absent. */
  readonly groupId?: number;
  /** Milliseconds between two looks whether the socket is still there. */
  readonly checkEvery?: number;
}

export interface UnixListener {
  close(): Promise<void>;
}

/**
 * Takes writers on a Unix socket. One left behind by a process that is gone is replaced; one that still answers is not:
 * rejects with EADDRINUSE. Should somebody remove the socket while we run, it is made anew, and the writers that are
 * connected stay.
 */
export async function listenUnix(path: string, options: UnixOptions): Promise<UnixListener> {
  const connections = new Connections(options);
  let server = await open(path, options, connections);
  let work = Promise.resolve();

  const restore = async (): Promise<void> => {
    if ((await stat(path).catch(() => undefined)) !== undefined) return;
    // Closed first: closing a server removes whatever is at its path, so that it must not be the new socket.
    server.close();
    server = await open(path, options, connections);
  };
  const timer = setInterval(() => {
    // The directory may be gone as well: the next look tries again.
    work = work.then(restore).catch(() => undefined);
  }, options.checkEvery ?? 2_000);

  return {
    close: async () => {
      clearInterval(timer);
      await work;
      const done = new Promise<void>((resolve) => server.close(() => resolve()));
      connections.endAll();
      await done;
    },
  };
}

async function open(path: string, { mode, groupId }: UnixOptions, connections: Connections): Promise<Server> {
  await removeStaleSocket(path);
  const server = createServer((socket) => {
    connections.admit(socket);
    connections.serve(socket);
  });
  await listening(server, { path });
  // The owner stays who it is.
  if (groupId !== undefined) await chown(path, -1, groupId);
  await chmod(path, mode);
  return server;
}

async function removeStaleSocket(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isSocket() === true && !(await answers(path))) await unlink(path);
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
