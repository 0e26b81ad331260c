import type { StoredQuery } from '@sonde/client/api-types.generated.ts';
import type { ClientEvents, LiveQueryFilter, ServerEvents } from '@sonde/client/socket-events.ts';
import type { Socket } from 'socket.io-client';
import { takeNotes } from '../../app/address-notes.ts';
import { base } from '../../app/base.ts';

type LiveQueries = Parameters<ServerEvents['queries']>[0];

/** Milliseconds between two renewals of what is shown: eyes follow no faster, and the page has time for its person. */
const gatherMs = 250;
/** Milliseconds until a connection that the collector ended is tried again. */
const againAfterMs = 2_000;

export interface LiveListener {
  /** Queries in the order in which the collector told them, and how many others it knows to have left out. */
  onQueries(queries: readonly StoredQuery[], leftOut: number): void;
  /** Is told that the collector sends queries from now on; queries that were stored before have to be asked for. */
  onSubscribed(): void;
  /** Is told that the connection is lost; it is tried again. */
  onLost(): void;
  /** Is told that the collector refuses; the sentence is its own. */
  onRefused(message: string): void;
}

/** Opens the real-time channel by the cookie of the session and asks for queries. Returns the way to close it. */
export async function openLiveSocket(filter: LiveQueryFilter, listener: LiveListener): Promise<() => void> {
  const { io } = await import('socket.io-client');
  const socket: Socket<ServerEvents, ClientEvents> = io(base.origin, {
    path: `${base.pathname}socket.io/`,
    // A WebSocket tells its page's origin, without which the cookie does not count. A proxy may know long polling alone.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelayMax: 10_000,
  });
  let again: ReturnType<typeof setTimeout> | undefined;
  socket.on('connect', () => {
    socket.emit('subscribe_queries', filter, (answer) => {
      if ('error' in answer) listener.onRefused(answer.error);
      else listener.onSubscribed();
    });
  });
  const pending = gather((lives: LiveQueries[]) => {
    takeNotes({ addresses: lives.flatMap(({ addresses }) => addresses ?? []) });
    const leftOut = lives.reduce((sum, live) => sum + live.left_out + live.unexamined, 0);
    listener.onQueries(
      lives.flatMap(({ queries }) => queries),
      leftOut,
    );
  });
  socket.on('queries', (live) => pending.add(live));
  socket.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return;
    listener.onLost();
    // The library itself does not come back to a server that said goodbye, such as one that is restarted.
    if (reason === 'io server disconnect') again = setTimeout(() => socket.connect(), againAfterMs);
  });
  socket.on('connect_error', (error) => {
    // A refusal by the collector itself ends the library's attempts.
    if (socket.active) listener.onLost();
    else listener.onRefused(error.message);
  });
  return () => {
    clearTimeout(again);
    pending.close();
    socket.disconnect();
  };
}

/** Gathers what comes in quick succession, and tells of it at once: the first after a pause soon, all others together. */
function gather<One>(tell: (gathered: One[]) => void): { add(one: One): void; close(): void } {
  let waiting: One[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add(one) {
      waiting.push(one);
      timer ??= setTimeout(() => {
        timer = undefined;
        tell(waiting.splice(0));
      }, gatherMs);
    },
    close() {
      clearTimeout(timer);
      waiting = [];
    },
  };
}
