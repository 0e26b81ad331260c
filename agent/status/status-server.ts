import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { lockDirectory } from '../run/directory-lock.ts';
import { askStatus } from './ask-status.ts';
import type { StatusReport } from './status-report.ts';
import { statusSocket } from './status-socket.ts';

/** Another agent runs on the same state directory. */
export class AlreadyRunningError extends Error {}

/**
 * Answers `sonde-agent status` on a Unix socket in the state directory, which its owner alone may enter, and keeps the
 * directory from other agents: rejects with an AlreadyRunningError if one runs on it already.
 */
export async function serveStatus(
  directory: string,
  report: () => Promise<StatusReport>,
): Promise<{ close(): Promise<void> }> {
  const running = await askStatus(directory);
  if (running !== undefined) {
    throw new AlreadyRunningError(`An agent runs on ${directory} already (process ${running.pid}).`);
  }
  const lock = await lockDirectory(directory);
  if (lock === undefined) throw new AlreadyRunningError(`An agent starts or ends on ${directory} already.`);
  const socket = statusSocket(directory);
  if (process.platform !== 'win32') await rm(socket.path, { force: true });
  const server = createServer((_request, response) => {
    report().then(
      (current) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(current));
      },
      () => response.destroy(),
    );
  });
  try {
    await listen(server, socket.path);
  } catch (error) {
    await lock.release();
    throw error;
  }
  return {
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      socket.release();
      await lock.release();
    },
  };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
}
