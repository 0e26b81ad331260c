import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { type AddressInfo, createServer, isIPv4, type Server, type Socket } from 'node:net';
import type { AccessList } from '../net/access-list.ts';
import { type AnswerOptions, answer } from './answer.ts';
import { defaultTcpLimits, serveTcp, type TcpLimits } from './tcp-connection.ts';

export interface PrimaryOptions extends AnswerOptions {
  readonly host: string;
  /** 0 for any that is free for both UDP and TCP. */
  readonly port: number;
  readonly allowed: AccessList;
  readonly limits?: TcpLimits;
}

export interface Primary {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves a policy zone over UDP and TCP. Rejects with the system's error if the address cannot be had. */
export async function servePrimary(options: PrimaryOptions): Promise<Primary> {
  const sockets = new Set<Socket>();
  // A peer may say that it has nothing more to ask while it still listens.
  const server = createServer({ allowHalfOpen: true }, (socket) => admit(socket, sockets, options, running));
  const running = { transfers: 0 };
  const port = await listenTcp(server, options);
  let udp: UdpSocket;
  try {
    udp = await listenUdp(options, port);
  } catch (error) {
    await new Promise((resolve) => server.close(resolve));
    throw error;
  }
  return {
    port,
    close: async () => {
      const closed = Promise.all([
        new Promise<void>((resolve) => server.close(() => resolve())),
        new Promise<void>((resolve) => udp.close(() => resolve())),
      ]);
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function admit(
  socket: Socket,
  sockets: Set<Socket>,
  options: PrimaryOptions,
  running: { transfers: number },
): void {
  const { counters, allowed, limits = defaultTcpLimits } = options;
  socket.on('error', () => socket.destroy());
  const may = allowed.allows(socket.remoteAddress);
  if (!may || sockets.size >= limits.connections) {
    if (may) counters.tooMany += 1;
    else counters.notAllowed += 1;
    socket.destroy();
    return;
  }
  sockets.add(socket);
  socket.setNoDelay(true);
  socket.on('close', () => sockets.delete(socket));
  void serveTcp(socket, options, limits, running);
}

function listenTcp(server: Server, { host, port }: PrimaryOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function listenUdp(options: PrimaryOptions, port: number): Promise<UdpSocket> {
  const socket = createSocket(isIPv4(options.host) ? 'udp4' : 'udp6');
  socket.on('message', (bytes, from) => {
    if (!options.allowed.allows(from.address)) {
      options.counters.notAllowed += 1;
      return;
    }
    for (const message of answer(bytes, 'udp', options)?.messages ?? []) {
      // A failed send is the same as a lost datagram: the resolver asks again.
      socket.send(message, from.port, from.address, () => undefined);
    }
  });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, options.host, () => {
      socket.off('error', reject);
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}
