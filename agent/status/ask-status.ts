import got, { RequestError } from 'got';
import type { StatusReport } from './status-report.ts';
import { statusSocket } from './status-socket.ts';

/** Asks the agent that runs on a state directory; undefined if none does. Rejects if it may not be asked. */
export async function askStatus(directory: string): Promise<StatusReport | undefined> {
  let socket: ReturnType<typeof statusSocket> | undefined;
  try {
    socket = statusSocket(directory);
    const path = socket.path.split('/').map(encodeURIComponent).join('/');
    return await got(`http://unix:${path}:/`, {
      enableUnixSockets: true,
      // The next to be asked may be another agent.
      headers: { connection: 'close' },
      retry: { limit: 0 },
      timeout: { request: 5_000 },
    }).json<StatusReport>();
  } catch (error) {
    const code = error instanceof RequestError || isSystemError(error) ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined;
    throw error;
  } finally {
    socket?.release();
  }
}

function isSystemError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error;
}
