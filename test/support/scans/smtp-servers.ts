import { type AddressInfo, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Ending } from '../temporary-directory.ts';

export interface Listening {
  readonly address: string;
  readonly port: number;
}

/** A real mail server on loopback. */
export async function mailServer(
  t: Ending,
  options: SMTPServerOptions,
  at: Partial<Listening> = {},
): Promise<Listening> {
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    disableReverseLookup: true,
    ...options,
  });
  // A client that does not like the certificate goes away.
  server.on('error', () => {});
  const { address = '127.0.0.1', port = 0 } = at;
  const listening = await new Promise<Listening>((resolve) => {
    const inner = server.listen(port, address, () =>
      resolve({ address, port: (inner.address() as AddressInfo).port }),
    );
  });
  t.teardown(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return listening;
}

/** A server on loopback that says what a test wants. */
export async function talkingServer(
  t: Ending,
  talk: (socket: Socket) => void,
  at: Partial<Listening> = {},
): Promise<Listening> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    talk(socket);
  });
  const { address = '127.0.0.1', port = 0 } = at;
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  t.teardown(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { address, port: (server.address() as AddressInfo).port };
}

/** A mail server that carries commands in the clear over into TLS, as CVE-2011-0411 has it. */
export function injectableServer(credentials: { key: Buffer; cert: Buffer }): (socket: Socket) => void {
  return (socket) => {
    let clear = '';
    socket.write('220 leaky.example ESMTP\r\n');
    socket.on('data', function read(chunk: Buffer) {
      clear += chunk.toString();
      if (/^EHLO .*\r\n$/s.test(clear)) {
        clear = '';
        socket.write('250-leaky.example\r\n250 STARTTLS\r\n');
        return;
      }
      if (!clear.startsWith('STARTTLS\r\n')) return;
      const kept = clear.slice('STARTTLS\r\n'.length);
      socket.off('data', read);
      socket.write('220 go ahead\r\n');
      const secure = new TLSSocket(socket, { isServer: true, ...credentials });
      secure.on('error', () => {});
      secure.on('secure', () => {
        if (kept.includes('NOOP')) secure.write('250 carried over\r\n');
      });
      secure.on('data', () => secure.end('221 bye\r\n'));
    });
  };
}
