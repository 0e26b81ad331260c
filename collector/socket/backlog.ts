import type { Socket } from 'socket.io';

/** Packets that may wait for one connection; a client that reads slower than that misses events and is told so. */
const maxWaitingPackets = 500;

/** The backlog tells how far behind each connection is, and how many events it missed for that reason. */
export class Backlog {
  readonly #connections = new Map<string, { waiting: number; missed: number }>();

  /** Follows a connection from its beginning to its end. `onCaughtUp` gets the number of events missed meanwhile. */
  follow(socket: Socket, onCaughtUp: (missed: number) => void): void {
    const state = { waiting: 0, missed: 0 };
    this.#connections.set(socket.id, state);
    const onCreate = () => {
      state.waiting++;
    };
    const onFlush = (packets: readonly unknown[]) => {
      state.waiting = Math.max(0, state.waiting - packets.length);
      if (state.missed === 0) return;
      const { missed } = state;
      state.missed = 0;
      // Not while the connection hands over what it has: what it is told now would be sent within that.
      queueMicrotask(() => onCaughtUp(missed));
    };
    socket.conn.on('packetCreate', onCreate);
    socket.conn.on('flush', onFlush);
    socket.once('disconnect', () => {
      socket.conn.off('packetCreate', onCreate);
      socket.conn.off('flush', onFlush);
      this.#connections.delete(socket.id);
    });
  }

  /** Tells whether a connection can take another event; counts it as missed if it can't. */
  admits(socketId: string): boolean {
    if (!this.isBehind(socketId)) return true;
    this.miss(socketId, 1);
    return false;
  }

  isBehind(socketId: string): boolean {
    return (this.#connections.get(socketId)?.waiting ?? 0) >= maxWaitingPackets;
  }

  /** Counts events as missed; the connection is told with what it takes next. */
  miss(socketId: string, events: number): void {
    const state = this.#connections.get(socketId);
    if (state !== undefined) state.missed += events;
  }
}
