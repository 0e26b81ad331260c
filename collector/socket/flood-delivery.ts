import type { Room } from '../events/define-event.ts';
import type { PublishedEvent } from '../ports/system/events.ts';
import { DeliveryTurns } from './delivery-turns.ts';

/** Every event of the logs goes to this room. */
export const floodRoom = 'ct_logs' satisfies Room;

/** Events that wait, and messages to single connections in one turn. */
const bounds = { mostWaiting: 2_000, messagesPerTurn: 1_000 };
/** Milliseconds between two tellings of what was left out. */
const toldEvery = 1_000;

export interface FloodDeliveryParts {
  /** Sends an event to those of its rooms that are wanted; returns to how many connections that was. */
  readonly send: (event: PublishedEvent, wanted?: (room: string) => boolean) => number;
  readonly onLeftOut: (count: number) => void;
}

/**
 * Flood delivery delivers what comes by the thousand a second, apart from all else: it waits in a queue of its own, and
 * holds up no threat. What finds no room there still goes to those who asked for its domain; all others are told how
 * many were left out.
 */
export class FloodDelivery {
  readonly #parts: FloodDeliveryParts;
  readonly #turns: DeliveryTurns<PublishedEvent>;
  #leftOut = 0;
  #telling: NodeJS.Timeout | undefined;

  constructor(parts: FloodDeliveryParts) {
    this.#parts = parts;
    this.#turns = new DeliveryTurns({
      ...bounds,
      deliver: parts.send,
      onDropped: (event) => this.#leaveOut(event),
    });
  }

  add(event: PublishedEvent): void {
    this.#turns.add(event);
  }

  stop(): void {
    this.#turns.stop();
    clearTimeout(this.#telling);
  }

  #leaveOut(event: PublishedEvent): void {
    this.#parts.send(event, (room) => room !== floodRoom);
    this.#leftOut++;
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      const count = this.#leftOut;
      this.#leftOut = 0;
      this.#parts.onLeftOut(count);
    }, toldEvery);
  }
}
