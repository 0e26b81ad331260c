import { givenUp, networkFailure, type Reply, type Sending, timedOut } from './reply.ts';
import { openStream } from './tcp-stream.ts';
import { timeLimit } from './time-limit.ts';

/**
 * Asks one question over a connection of its own (RFC 7766). The time limit is for the whole, so that a trickle ends
 * too.
 */
export async function overTcp({
  server,
  port,
  message,
  recognise,
  signal,
  timeoutMilliseconds,
}: Sending): Promise<Reply> {
  const limit = timeLimit(timeoutMilliseconds);
  const stream = openStream(server, port, message, AbortSignal.any([signal, limit.signal]));
  try {
    for await (const bytes of stream) {
      const read = recognise(bytes);
      if (typeof read === 'object') return { message: read, size: bytes.length };
      return { failure: 'malformed', failureMessage: `The answer of ${server} over TCP can't be read.` };
    }
    return { failure: 'unreachable', failureMessage: `${server} closed the connection without an answer.` };
  } catch (error) {
    if (signal.aborted) return givenUp(server);
    return limit.signal.aborted ? timedOut(server) : networkFailure(error as NodeJS.ErrnoException, server);
  } finally {
    limit.end();
  }
}
