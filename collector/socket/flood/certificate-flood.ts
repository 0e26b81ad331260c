import type { Server, Socket } from 'socket.io';
import type { Room } from '../../events/define-event.ts';
import type { PublishedEvent } from '../../ports/system/events.ts';
import type { Backlog } from '../backlog.ts';
import { type FloodedListener, GatheredDelivery } from './gathered-delivery.ts';
import { textFrame } from './text-frame.ts';

/** Octets that may wait for one connection. */
const mostWaiting = 1_048_576;

/** Every event of the logs goes to this room. */
export const floodRoom = 'ct_logs' satisfies Room;

export interface CertificateFloodParts {
  readonly io: Server;
  readonly backlog: Pick<Backlog, 'isBehind' | 'miss'>;
  /** Sends an event to the rooms but the one that hears of all. */
  readonly sendToOthers: (event: PublishedEvent) => void;
  /** What is told of the event; undefined if it is of a wrong shape. */
  readonly payloadOf: (event: PublishedEvent) => unknown;
  readonly onSent: (events: number) => void;
  readonly onMissed: (events: number) => void;
}

/**
 * A certificate flood tells those who subscribed to all certificates of them, apart from all else: it holds up no threat, and is not
 * kept for connections that come back. Who asked for a domain is told of it at once.
 */
export class CertificateFlood {
  readonly #parts: CertificateFloodParts;
  readonly #delivery: GatheredDelivery<PublishedEvent>;
  readonly #listeners = new Map<string, FloodedListener<PublishedEvent>>();

  constructor(parts: CertificateFloodParts) {
    this.#parts = parts;
    this.#delivery = new GatheredDelivery({
      listeners: () => this.#present(),
      frame: (_form, event) => {
        const packet = this.#packetOf(event);
        // A message of Engine.IO.
        return packet === undefined ? undefined : textFrame(`4${packet}`);
      },
      onSent: parts.onSent,
      onMissed: parts.onMissed,
    });
  }

  add(event: PublishedEvent): void {
    this.#parts.sendToOthers(event);
    if (this.#room().size > 0) this.#delivery.add(event);
  }

  stop(): void {
    this.#delivery.stop();
  }

  #room(): ReadonlySet<string> {
    return this.#parts.io.of('/').adapter.rooms.get(floodRoom) ?? new Set();
  }

  *#present(): Generator<FloodedListener<PublishedEvent>> {
    const { sockets } = this.#parts.io.of('/');
    for (const id of this.#room()) {
      const socket = sockets.get(id);
      if (socket !== undefined) yield this.#listeners.get(id) ?? this.#follow(socket);
    }
  }

  #follow({ id, conn }: Socket): FloodedListener<PublishedEvent> {
    const { backlog } = this.#parts;
    let waiting = 0;
    const listener: FloodedListener<PublishedEvent> = {
      form: 'event',
      isBehind: () => waiting > mostWaiting || backlog.isBehind(id),
      miss: (count) => backlog.miss(id, count),
      write: (frames, events) => {
        // Long polling has no frames.
        if (conn.transport.name !== 'websocket') {
          for (const event of events) conn.write(this.#packetOf(event)!);
          return true;
        }
        waiting += frames.length;
        // The transport writes such a frame as it is: here it is many, of which each is a packet to the client.
        const options = { wsPreEncodedFrame: [frames] } as unknown as Parameters<typeof conn.write>[1];
        conn.write('', options, () => {
          waiting -= frames.length;
        });
        return true;
      },
    };
    this.#listeners.set(id, listener);
    conn.once('close', () => this.#listeners.delete(id));
    return listener;
  }

  /** An event of Socket.IO. */
  #packetOf(event: PublishedEvent): string | undefined {
    const payload = this.#parts.payloadOf(event);
    return payload === undefined ? undefined : `2${JSON.stringify([event.name, payload])}`;
  }
}
