import { rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** Another one runs on the same state directory. */
export class AlreadyRunningError extends Error {
  override readonly name = 'AlreadyRunningError';
}

const patience = 15_000;
const longestRequest = 128;

/** The answers map the name of each request to the function that answers it; the text after a space is its argument. */
export type Answers = Readonly<Record<string, (argument: string) => Promise<object>>>;

/**
 * Takes a request, which is a line with a name, on every connection, answers as JSON and closes it. The socket lies in a
 * directory that its owner alone may enter. It also keeps two from one directory: rejects with an AlreadyRunningError
 * if it is answered already.
 */
export async function serveStatus(path: string, answers: Answers): Promise<{ close(): Promise<void> }> {
  if ((await ask(path, 'status')) !== undefined) {
    throw new AlreadyRunningError(`Another sonde-resolver already uses ${path}.`);
  }
  await rm(path, { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.setTimeout(patience, () => socket.destroy());
    readLine(socket)
      .then(async (line) => {
        const space = line.indexOf(' ');
        const name = space < 0 ? line : line.slice(0, space);
        const argument = space < 0 ? '' : line.slice(space + 1);
        const answer = Object.hasOwn(answers, name) ? answers[name] : undefined;
        socket.end(
          JSON.stringify(answer === undefined ? { error: 'no such request' } : await answer(argument)),
        );
      })
      .catch(() => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => resolve());
  });
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}

function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let line = '';
    socket.on('data', (chunk) => {
      line += chunk.toString('latin1');
      const end = line.indexOf('\n');
      if (end >= 0) resolve(line.slice(0, end));
      else if (line.length > longestRequest) reject(new Error('the request is too long'));
    });
    socket.on('close', () => reject(new Error('the connection ended')));
  });
}

/** Asks the running daemon; undefined if none runs. */
export async function ask(path: string, request: string): Promise<unknown> {
  const socket = connect({ path });
  socket.setTimeout(patience, () => socket.destroy(new Error('no answer in time')));
  socket.on('error', () => undefined);
  socket.write(`${request}\n`);
  try {
    return JSON.parse(await text(socket));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined;
    throw error;
  }
}
