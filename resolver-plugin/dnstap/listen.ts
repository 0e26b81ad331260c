import { type AddressInfo, createServer, type Server } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import type { AccessList } from '../net/access-list.ts';
import { Connections, defaultTimes, type ListenOptions } from './connections.ts';

export interface ListenAddress {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
}

export interface DnstapListener {
  readonly port: number;
  /** Ends all connections and frees the address. */
  close(): Promise<void>;
}

/**
 * Takes writers on TCP from the addresses allowed. Frame streams carry no proof of who sends: loopback is best.
 * Rejects with the system's error if the address cannot be had.
 */
export async function listenTcp(
  address: ListenAddress,
  allowed: AccessList,
  options: ListenOptions,
): Promise<DnstapListener> {
  const connections = new Connections(options, allowed);
  const server = createServer((socket) => {
    connections.admit(socket);
    connections.serve(socket);
  });
  return await open(server, address, connections);
}

/**
 * Listens for dnstap as `listenTcp` does, under TLS; with `ca` and `requestCert` it takes only writers that show a
 * certificate of that authority.
 */
export async function listenTls(
  address: ListenAddress,
  allowed: AccessList,
  tls: TlsOptions,
  options: ListenOptions,
): Promise<DnstapListener> {
  const connections = new Connections(options, allowed);
  const handshakeTimeout = (options.times ?? defaultTimes).opening;
  const server = createTlsServer({ minVersion: 'TLSv1.2', handshakeTimeout, ...tls });
  server.prependListener('connection', (socket) => connections.admit(socket));
  server.on('secureConnection', (socket) => connections.serve(socket));
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return await open(server, address, connections);
}

async function open(
  server: Server,
  address: ListenAddress,
  connections: Connections,
): Promise<DnstapListener> {
  await listening(server, address);
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const done = new Promise<void>((resolve) => server.close(() => resolve()));
      connections.endAll();
      await done;
    },
  };
}

/** Resolves when the server has its address. */
export function listening(server: Server, at: ListenAddress | { path: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ ...at }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
