import { type BroadcastOptions, SessionAwareAdapter } from 'socket.io-adapter';
import type { Backlog } from './backlog.ts';

/**
 * Makes the adapter of one process, which leaves out of a broadcast the connections that are too far behind: an event
 * is encoded once for all, and what one slow client is owed neither grows without bound nor holds up the others.
 */
export function boundedAdapter(backlog: Backlog, onMissed: () => void) {
  return class BoundedAdapter extends SessionAwareAdapter {
    override broadcast(packet: unknown, options: BroadcastOptions): void {
      const behind = new Set<string>(options.except);
      const all: Iterable<string>[] = [...options.rooms].map((room) => this.rooms.get(room) ?? []);
      for (const sockets of options.rooms.size === 0 ? [this.sids.keys()] : all) {
        for (const socketId of sockets) {
          if (behind.has(socketId) || backlog.admits(socketId)) continue;
          behind.add(socketId);
          onMissed();
        }
      }
      super.broadcast(packet, { ...options, except: behind });
    }
  };
}
