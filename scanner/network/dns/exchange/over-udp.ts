import { givenUp, networkFailure, type Reply, type Sending, timedOut } from './reply.ts';
import { afterReading } from './time-limit.ts';
import type { UdpSockets } from './udp-sockets.ts';

/** Packets that answer something else before we stop to listen: somebody guesses at our question. */
const maxForeign = 32;

/** Sends one datagram to a server, and waits for its answer. */
export function overUdp(
  { server, port, message, recognise, signal, timeoutMilliseconds }: Sending,
  sockets: UdpSockets,
): Promise<Reply> {
  if (signal.aborted) return Promise.resolve(givenUp(server));
  const { promise, resolve } = Promise.withResolvers<Reply>();
  let foreign = 0;
  let finished = false;
  const finish = (reply: Reply, keep = false) => {
    if (finished) return;
    finished = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    socket.release(keep);
    resolve(reply);
  };
  const end = (reply: Reply) => {
    if (foreign === 0) return finish(reply);
    const failureMessage = `${server} answered another question than the one asked.`;
    finish({ failure: 'malformed', failureMessage });
  };
  const onAbort = () => end(givenUp(server));
  const timer = afterReading(timeoutMilliseconds, () => end(timedOut(server)));
  signal.addEventListener('abort', onAbort, { once: true });
  const socket = sockets.take(server, port, {
    onError: (error) => finish(networkFailure(error, server)),
    onMessage: (bytes) => {
      const read = recognise(bytes);
      if (read === 'foreign') {
        if (++foreign >= maxForeign) end(givenUp(server));
      } else if (read === 'malformed') {
        finish({ failure: 'malformed', failureMessage: `The answer of ${server} can't be read.` });
      } else finish({ message: read, size: bytes.length }, foreign === 0);
    },
  });
  socket.send(message);
  return promise;
}
