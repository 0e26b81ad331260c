import { type AddressInfo, createServer as createPlain, type Server, type Socket } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';
import type { Ending } from '../temporary-directory.ts';
import type { Sample } from './make-certificate.ts';

/** A server on a port of 127.0.0.1 that shows these certificates, the first of which is its own; goes away with the test. */
export async function startTlsServer(
  t: Ending,
  [own, ...others]: readonly Sample[],
  options: TlsOptions & { readonly staple?: Buffer } = {},
): Promise<number> {
  const { staple, ...tls } = options;
  const server = createServer({
    key: own!.key.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: [own!, ...others].map(({ pem }) => pem).join(''),
    ...tls,
  });
  if (staple !== undefined) server.on('OCSPRequest', (_own, _issuer, answer) => answer(null, staple));
  server.on('tlsClientError', () => {});
  server.on('secureConnection', (socket) => socket.on('error', () => {}));
  return listening(t, server);
}

/** A server on a port of 127.0.0.1 that does with connections what it is told to. */
export async function startRawServer(t: Ending, onConnection: (socket: Socket) => void): Promise<number> {
  const server = createPlain((socket) => {
    socket.on('error', () => {});
    onConnection(socket);
  });
  return listening(t, server);
}

async function listening(t: Ending, server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
