import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { endOfWaiting, networkFailure, type Reply, type Sending } from './reply.ts';

/** Packets that answer something else before we stop to listen: somebody guesses at our question. */
const maxForeign = 32;

/** One datagram out of a fresh port, and its answer. The socket is connected, so that others' packets do not reach it. */
export function overUdp({ server, port, message, recognise, signal }: Sending): Promise<Reply> {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const socket = createSocket(isIPv6(server) ? 'udp6' : 'udp4');
  let foreign = 0;
  const finish = (reply: Reply) => {
    signal.removeEventListener('abort', onAbort);
    socket.removeAllListeners('message');
    resolve(reply);
    socket.close();
  };
  let finished = false;
  const once = (reply: Reply) => {
    if (finished) return;
    finished = true;
    finish(reply);
  };
  const onAbort = () => {
    if (foreign === 0) once(endOfWaiting(signal, server));
    else
      once({
        failure: 'malformed',
        failureMessage: `${server} answered another question than the one asked.`,
      });
  };
  socket.on('error', (error) => once(networkFailure(error, server)));
  socket.on('message', (bytes) => {
    const read = recognise(bytes);
    if (read === 'foreign') {
      if (++foreign >= maxForeign) onAbort();
    } else if (read === 'malformed') {
      once({ failure: 'malformed', failureMessage: `The answer of ${server} can't be read.` });
    } else once({ message: read, size: bytes.length });
  });
  if (signal.aborted) onAbort();
  else {
    signal.addEventListener('abort', onAbort);
    socket.connect(port, server, (error?: Error) => {
      if (error !== undefined && error !== null) once(networkFailure(error, server));
      else if (!finished)
        socket.send(message, (sendError) => sendError && once(networkFailure(sendError, server)));
    });
  }
  return promise;
}
