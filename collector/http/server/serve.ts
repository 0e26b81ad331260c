import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import {
  createServer as createTlsServer,
  type ServerOptions as TlsOptions,
  type Server as TlsServer,
} from 'node:https';
import type { Random } from '@sonde/shared/system/random.ts';
import { divertChallenges } from './divert-challenges.ts';
import { listen } from './listen.ts';
import type { ListenAddress } from './listen-address.ts';
import { refuseConnection } from './refuse-connection.ts';
import type { ServedCertificate } from './served-certificate.ts';

export type Server = HttpServer | TlsServer;

export interface Serving {
  /** The addresses that it listens on, with the ports that the system chose for port 0. */
  readonly addresses: readonly ListenAddress[];
  /**
   * Stops accepting, lets requests under way finish for at most that many milliseconds, then cuts what is left.
   * Returns how many connections were cut.
   */
  stop(drainMilliseconds: number): Promise<number>;
}

/** Client times bound how long clients may take, in milliseconds. */
export interface ClientTimes {
  /** A request to arrive whole: uploads over slow lines included. */
  readonly request: number;
  readonly headers: number;
  /** Between two requests. */
  readonly keepAlive: number;
  /** A connection with nothing coming or going on it, as of a client that does not read its answer. */
  readonly silence: number;
  /** Connections are looked at this often, for the ones whose time is over. */
  readonly check: number;
}

const ordinaryTimes: ClientTimes = {
  request: 120_000,
  headers: 15_000,
  keepAlive: 65_000,
  silence: 150_000,
  check: 5_000,
};

export interface ServeOptions {
  /** Lets another protocol onto each server before it listens. */
  readonly attach?: (server: Server) => void;
  /** Serves TLS with these on every TCP address; a Unix socket needs none. */
  readonly tls?: ServedCertificate | undefined;
  /** Asks clients for certificates by these. Whoever has none, or another, is served all the same: who may what is decided at requests. */
  readonly clients?: ClientAuthorities | undefined;
  readonly times?: ClientTimes;
}

/**
 * These ciphers of TLS 1.2 keep a recording closed when the key is lost later (forward secrecy), with authenticated
 * encryption; TLS 1.3 has no other.
 */
const forwardSecret = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':');
const strong = { minVersion: 'TLSv1.2', ciphers: forwardSecret } as const;
const maxHeaderBytes = 16_384;
/** A server that stops looks this often for connections that have become idle. */
const sweepMilliseconds = 25;

/** Client authorities sign the certificates of clients; there may come others. */
export interface ClientAuthorities {
  /** PEM. */
  readonly authorities: string;
  onChange(take: () => void): void;
}

/** Tells clients, once the server stops, that their connections end with the answer (RFC 9112 section 9.6). */
class Draining {
  readonly #underWay = new Set<ServerResponse>();
  #hasBegun = false;

  follow(response: ServerResponse): void {
    if (this.#hasBegun) response.shouldKeepAlive = false;
    this.#underWay.add(response);
    response.on('close', () => this.#underWay.delete(response));
  }

  begin(): void {
    this.#hasBegun = true;
    for (const response of this.#underWay) if (!response.headersSent) response.shouldKeepAlive = false;
  }
}

/** Serves on all of these addresses, or on none if one of them can't be had. */
export async function serve(
  handle: RequestListener,
  addresses: readonly ListenAddress[],
  random: Random,
  options: ServeOptions = {},
): Promise<Serving> {
  const servers: Server[] = [];
  const draining = new Draining();
  const drained: RequestListener = (request, response) => {
    draining.follow(response);
    handle(request, response);
  };
  try {
    const bound: ListenAddress[] = [];
    for (const address of addresses) {
      const tls = address.kind === 'tcp' ? options.tls : undefined;
      const certificates = tls && { tls, clients: options.clients };
      const server = newServer(drained, random, certificates, options.times ?? ordinaryTimes);
      servers.push(server);
      options.attach?.(server);
      const own = await listen(server, address);
      bound.push(own.kind === 'tcp' && tls !== undefined ? { ...own, secure: true } : own);
    }
    return {
      addresses: bound,
      stop: (milliseconds) => {
        draining.begin();
        return stop(servers, milliseconds);
      },
    };
  } catch (error) {
    await stop(servers, 0);
    throw error;
  }
}

function newServer(
  handle: RequestListener,
  random: Random,
  certificates: Certificates | undefined,
  times: ClientTimes,
): Server {
  const options = {
    requestTimeout: times.request,
    headersTimeout: times.headers,
    keepAliveTimeout: times.keepAlive,
    connectionsCheckingInterval: times.check,
    maxHeaderSize: maxHeaderBytes,
    // The app refuses these itself, with a body in the shape of all failures.
    requireHostHeader: false,
    // Clients that offer HTTP/2 on a plain connection, as Java's do, are served without (RFC 9110 section 7.8).
    shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket',
  };
  const server =
    certificates === undefined ? createServer(options, handle) : newTlsServer(options, handle, certificates);
  server.setTimeout(times.silence);
  server.on('clientError', (error, socket) => refuseConnection(error, socket as never, random));
  // An expectation that is not understood may be ignored (RFC 9110 section 10.1.1).
  server.on('checkExpectation', handle);
  return server;
}

interface Certificates {
  readonly tls: ServedCertificate;
  readonly clients: ClientAuthorities | undefined;
}

function newTlsServer(
  options: TlsOptions,
  handle: RequestListener,
  { tls, clients }: Certificates,
): TlsServer {
  let { material } = tls;
  // What is set anew is set as a whole: without these a renewal would bring back what is not spoken.
  const context = () => ({ ...material, ...strong, ...(clients && { ca: clients.authorities }) });
  const asking = clients && { requestCert: true, rejectUnauthorized: false };
  const server = createTlsServer({ ...options, ...context(), ...asking }, handle);
  const renew = () => server.setSecureContext(context());
  tls.renew({
    setSecureContext: (next) => {
      material = next;
      renew();
    },
  });
  clients?.onChange(renew);
  if (tls.challengeFor !== undefined) divertChallenges(server, tls.challengeFor);
  return server;
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
