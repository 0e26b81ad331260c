import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import { createSecureContext, createServer } from 'node:tls';
import type { TlsMaterial } from '../../ports/system/serving-certificates.ts';

const protocol = 'acme-tls/1';
/** The extension of a hello that offers this protocol and no other (RFC 7301 section 3.1, RFC 8737 section 3). */
const offersChallenge = Buffer.concat([
  Buffer.from([0, 16, 0, protocol.length + 3, 0, protocol.length + 1, protocol.length]),
  Buffer.from(protocol),
]);
/** Of a record of TLS before its content. */
const headerBytes = 5;
const handshakeType = 22;
/** More than this no hello of use has; a record may have 16 KiB. */
const longestHello = 16_384 + headerBytes;
/** Milliseconds for the first message of a connection. */
const patience = 10_000;

/**
 * Answers connections of certificate authorities that look for the challenge tls-alpn-01 with the challenge's own
 * certificate, and hands all others on to the server as they came. A server can't choose by itself: the protocols that a client
 * offers are told to it only after the certificate was chosen.
 */
export function divertChallenges(
  server: Server,
  challengeFor: (name: string) => Promise<TlsMaterial | undefined>,
): void {
  const challenges = createServer({
    ALPNProtocols: [protocol],
    handshakeTimeout: patience,
    SNICallback: (name, answer) => {
      challengeFor(name.toLowerCase()).then(
        (material) =>
          material === undefined
            ? answer(new Error('no challenge is open for this name'))
            : answer(null, createSecureContext(material)),
        (error: Error) => answer(error),
      );
    },
  });
  // Nothing is said on such a connection (RFC 8737 section 3).
  challenges.on('secureConnection', (socket) => socket.end());
  challenges.on('tlsClientError', (_error, socket) => socket.destroy());

  const ordinary = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    readHello(socket, (hello) => {
      if (hello.includes(offersChallenge)) challenges.emit('connection', socket);
      else for (const take of ordinary) take.call(server, socket);
    });
  });
}

/** Reads a connection's first message and puts it back. What sends none in time is ended. */
function readHello(socket: Socket, done: (hello: Buffer) => void): void {
  let seen: Buffer = Buffer.alloc(0);
  const timer = setTimeout(() => socket.destroy(), patience);
  const onEnd = (): void => {
    clearTimeout(timer);
    socket.off('readable', onReadable);
    socket.destroy();
  };
  const onReadable = (): void => {
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) return;
    seen = seen.length === 0 ? chunk : Buffer.concat([seen, chunk]);
    if (!isWhole(seen)) return;
    clearTimeout(timer);
    for (const event of ['end', 'error', 'close'] as const) socket.off(event, onEnd);
    socket.off('readable', onReadable);
    // In one go with what follows: nothing may come in between.
    socket.unshift(seen);
    done(seen);
  };
  for (const event of ['end', 'error', 'close'] as const) socket.on(event, onEnd);
  socket.on('readable', onReadable);
}

/** Whether the first record is there, or it is no hello: others judge that. */
function isWhole(seen: Buffer): boolean {
  if (seen.length > longestHello || (seen[0] ?? handshakeType) !== handshakeType) return true;
  return seen.length >= headerBytes && seen.length >= headerBytes + seen.readUInt16BE(3);
}
