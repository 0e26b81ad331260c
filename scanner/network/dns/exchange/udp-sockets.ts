import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';

/** Questions that go out of one port, one after the other. */
const mostUses = 16;
const idleMilliseconds = 2_000;

/** A socket user holds a socket for now. */
export interface SocketUser {
  onMessage(bytes: Buffer): void;
  onError(error: Error): void;
}

/** A UDP socket is a connected socket: others' packets do not reach it. */
export interface UdpSocket {
  send(message: Uint8Array): void;
  /** Gives it back. `keep`: nothing more is expected of the server, so that another question may go out of it. */
  release(keep: boolean): void;
}

interface Entry {
  readonly key: string;
  readonly socket: Socket;
  /** What is to be sent waits for it. */
  isConnected: boolean;
  user: SocketUser | undefined;
  uses: number;
  idleSince: number;
}

/**
 * The UDP sockets are sockets to name servers. Each is connected to one server, at a port of the system's choosing, and
 * carries one question at a time; the next to the same server may go out of the same port, some times within some
 * seconds. Nobody but that server sees a port, so that the ports towards all others stay as hard to guess as fresh ones
 * (RFC 5452 section 9.2).
 */
export class UdpSockets {
  readonly #most: number;
  readonly #idle = new Map<string, Entry[]>();
  #idleCount = 0;
  #busyCount = 0;
  #sweeping: NodeJS.Timeout | undefined;

  /** `most`: idle ones together with those in use, as far as the latter leave room. */
  constructor(most: number) {
    this.#most = most;
  }

  take(server: string, port: number, user: SocketUser): UdpSocket {
    const key = `${server} ${port}`;
    const entry = this.#takeIdle(key) ?? this.#open(key, server, port);
    entry.user = user;
    entry.uses++;
    this.#busyCount++;
    let isOver = false;
    return {
      send: (message) => this.#send(entry, message),
      release: (keep) => {
        if (isOver) return;
        isOver = true;
        entry.user = undefined;
        this.#busyCount--;
        if (keep && entry.uses < mostUses && this.#busyCount + this.#idleCount < this.#most)
          this.#keep(entry);
        else entry.socket.close();
      },
    };
  }

  #takeIdle(key: string): Entry | undefined {
    const entries = this.#idle.get(key);
    const entry = entries?.pop();
    if (entry === undefined) return undefined;
    if (entries!.length === 0) this.#idle.delete(key);
    this.#idleCount--;
    entry.socket.ref();
    return entry;
  }

  #open(key: string, server: string, port: number): Entry {
    if (this.#busyCount + this.#idleCount >= this.#most) this.#closeOne();
    const socket = createSocket(isIPv6(server) ? 'udp6' : 'udp4');
    const entry: Entry = { key, socket, isConnected: false, user: undefined, uses: 0, idleSince: 0 };
    socket.on('message', (bytes) => entry.user?.onMessage(bytes));
    socket.on('error', (error) => {
      if (entry.user === undefined) this.#drop(entry);
      else entry.user.onError(error);
    });
    socket.connect(port, server);
    return entry;
  }

  #send(entry: Entry, message: Uint8Array): void {
    const { user, socket } = entry;
    const send = () => {
      if (entry.user !== user) return;
      entry.isConnected = true;
      socket.send(message, (error) => {
        if (error && entry.user === user) user?.onError(error);
      });
    };
    if (entry.isConnected) send();
    else socket.once('connect', send);
  }

  #keep(entry: Entry): void {
    const entries = this.#idle.get(entry.key);
    if (entries === undefined) this.#idle.set(entry.key, [entry]);
    else entries.push(entry);
    this.#idleCount++;
    entry.idleSince = performance.now();
    // An idle socket keeps no program alive.
    entry.socket.unref();
    this.#sweeping ??= setTimeout(() => this.#sweep(), idleMilliseconds).unref();
  }

  /** Makes room: the socket of any server. */
  #closeOne(): void {
    const [first] = this.#idle.values();
    if (first !== undefined) this.#drop(first[0]!);
  }

  #drop(entry: Entry): void {
    const entries = this.#idle.get(entry.key) ?? [];
    const at = entries.indexOf(entry);
    if (at === -1) return;
    entries.splice(at, 1);
    if (entries.length === 0) this.#idle.delete(entry.key);
    this.#idleCount--;
    entry.socket.close();
  }

  #sweep(): void {
    this.#sweeping = undefined;
    const oldest = performance.now() - idleMilliseconds;
    const old = [...this.#idle.values()].flat().filter(({ idleSince }) => idleSince <= oldest);
    for (const entry of old) this.#drop(entry);
    if (this.#idleCount > 0) this.#sweeping = setTimeout(() => this.#sweep(), idleMilliseconds).unref();
  }
}
