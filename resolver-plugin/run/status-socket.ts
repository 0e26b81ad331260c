import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';

/** Another one runs on the same state directory. */
export class AlreadyRunningError extends Error {
  override readonly name = 'AlreadyRunningError';
}

const patience = 15_000;

/**
 * Answers every connection with the status as JSON and closes it. The socket lies in a directory that its owner alone
 * may enter. It also keeps two from one directory: rejects with an AlreadyRunningError where it is answered already.
 */
export async function serveStatus(
  path: string,
  status: () => Promise<object>,
): Promise<{ close(): Promise<void> }> {
  if ((await askStatus(path)) !== undefined) {
    throw new AlreadyRunningError(`A sonde-resolver answers on ${path} already.`);
  }
  await rm(path, { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.setTimeout(patience, () => socket.destroy());
    status().then(
      (report) => socket.end(JSON.stringify(report)),
      () => socket.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => resolve());
  });
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** The status of the one that runs; undefined where none does. */
export async function askStatus(path: string): Promise<unknown> {
  const socket = connect({ path });
  socket.setTimeout(patience, () => socket.destroy(new Error('no answer in time')));
  try {
    return JSON.parse(await text(socket));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined;
    throw error;
  }
}
