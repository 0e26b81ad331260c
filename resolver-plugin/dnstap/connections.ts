import type { Socket } from 'node:net';
import type { AccessList } from '../net/access-list.ts';
import { type ConnectionTimes, serveConnection } from './connection.ts';
import type { StreamTarget } from './stream-decoder.ts';

export interface ListenOptions extends StreamTarget {
  /** Resolvers open one connection per process or thread. */
  readonly maxConnections?: number;
  readonly times?: ConnectionTimes;
}

export const defaultTimes: ConnectionTimes = { opening: 10_000, stall: 30_000 };

/** The connections belong to one listener: a bounded number, from allowed addresses only. */
export class Connections {
  readonly #options: ListenOptions;
  readonly #allowed: AccessList | undefined;
  readonly #sockets = new Set<Socket>();
  readonly #enders = new Set<() => void>();

  /** Without an access list everybody who can reach the socket may: for Unix sockets, which have permissions. */
  constructor(options: ListenOptions, allowed?: AccessList) {
    this.#options = options;
    this.#allowed = allowed;
  }

  /** Takes a place for a new connection, or closes it. A TLS handshake holds a place too. */
  admit(socket: Socket): void {
    const { counters, maxConnections = 64 } = this.#options;
    const allowed = this.#allowed === undefined || this.#allowed.allows(socket.remoteAddress);
    socket.on('error', () => socket.destroy());
    if (!allowed || this.#sockets.size >= maxConnections) {
      counters.connectionsRefused[allowed ? 'too_many' : 'not_allowed'] += 1;
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.setKeepAlive(true, 60_000);
  }

  /** Follows the stream of an admitted connection, once its TLS (if any) is up. */
  serve(socket: Socket): void {
    if (socket.destroyed) return;
    const end = serveConnection(socket, this.#options, this.#options.times ?? defaultTimes, () =>
      this.#enders.delete(end),
    );
    this.#enders.add(end);
  }

  endAll(): void {
    for (const end of this.#enders) end();
    for (const socket of this.#sockets) socket.destroy();
  }
}
