import { rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect } from 'node:net';
import type { Random } from '../../ports/random.ts';
import type { ListenAddress } from './listen-address.ts';
import { refuseConnection } from './refuse-connection.ts';

export interface Serving {
  /** Where it listens, with the ports that the system chose for port 0. */
  readonly addresses: readonly ListenAddress[];
  /**
   * Stops accepting, lets requests under way finish for at most that many milliseconds, then cuts what is left.
   * Returns how many connections were cut.
   */
  stop(drainMilliseconds: number): Promise<number>;
}

/** Milliseconds for a request to arrive whole: uploads over slow lines included. */
const requestTimeout = 120_000;
const headersTimeout = 15_000;
const keepAliveTimeout = 65_000;
const maxHeaderBytes = 16_384;
/** How often a server that stops looks for connections that have become idle. */
const sweepMilliseconds = 25;

/** Serves on all of these addresses, or on none where one of them can't be had. */
export async function serve(
  handle: RequestListener,
  addresses: readonly ListenAddress[],
  random: Random,
  /** Lets another protocol onto each server before it listens. */
  attach: (server: Server) => void = () => {},
): Promise<Serving> {
  const servers: Server[] = [];
  try {
    const bound: ListenAddress[] = [];
    for (const address of addresses) {
      const server = newServer(handle, random);
      servers.push(server);
      attach(server);
      bound.push(await listen(server, address));
    }
    return { addresses: bound, stop: (milliseconds) => stop(servers, milliseconds) };
  } catch (error) {
    await stop(servers, 0);
    throw error;
  }
}

function newServer(handle: RequestListener, random: Random): Server {
  const server = createServer(
    {
      requestTimeout,
      headersTimeout,
      keepAliveTimeout,
      maxHeaderSize: maxHeaderBytes,
      // The app refuses these itself, with a body in the shape of all failures.
      requireHostHeader: false,
    },
    handle,
  );
  server.on('clientError', (error, socket) => refuseConnection(error, socket as never, random));
  // An expectation that is not understood may be ignored (RFC 9110 section 10.1.1).
  server.on('checkExpectation', handle);
  return server;
}

async function listen(server: Server, address: ListenAddress): Promise<ListenAddress> {
  if (address.kind === 'unix') await removeStaleSocket(address.path);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(
    address.kind === 'unix' ? { path: address.path } : { host: address.host, port: address.port },
    resolve,
  );
  await promise;
  server.off('error', reject);
  const bound = server.address();
  return address.kind === 'tcp' && bound !== null && typeof bound === 'object'
    ? { ...address, port: bound.port }
    : address;
}

/** A socket file that nobody answers on was left by a collector that was killed. */
async function removeStaleSocket(path: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const probe = connect(path);
  probe.once('connect', () => resolve(false));
  probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  if (await promise) await rm(path, { force: true });
  probe.destroy();
}

async function stop(servers: readonly Server[], drainMilliseconds: number): Promise<number> {
  let cut = 0;
  await Promise.all(
    servers
      .filter((server) => server.listening)
      .map(async (server) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        server.close(() => resolve());
        // Connections become idle one by one as their requests finish.
        const sweep = setInterval(() => server.closeIdleConnections(), sweepMilliseconds);
        const timer = setTimeout(() => {
          server.getConnections((_error, count) => {
            cut += count;
            server.closeAllConnections();
          });
        }, drainMilliseconds);
        await promise;
        clearTimeout(timer);
        clearInterval(sweep);
      }),
  );
  return cut;
}
