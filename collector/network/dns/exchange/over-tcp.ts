import { endOfWaiting, networkFailure, type Reply, type Sending } from './reply.ts';
import { openStream } from './tcp-stream.ts';

/** One question over a connection of its own (RFC 7766). The time limit is for the whole, so that a trickle ends too. */
export async function overTcp({ server, port, message, recognise, signal }: Sending): Promise<Reply> {
  const stream = openStream(server, port, message, signal);
  try {
    for await (const bytes of stream) {
      const read = recognise(bytes);
      if (typeof read === 'object') return { message: read, size: bytes.length };
      return { failure: 'malformed', failureMessage: `The answer of ${server} over TCP can't be read.` };
    }
    return { failure: 'unreachable', failureMessage: `${server} closed the connection without an answer.` };
  } catch (error) {
    return signal.aborted
      ? endOfWaiting(signal, server)
      : networkFailure(error as NodeJS.ErrnoException, server);
  }
}
