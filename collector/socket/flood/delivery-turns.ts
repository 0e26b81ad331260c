import { TurnBudget } from './turn-budget.ts';

/** Events that wait for their turn, at most. */
const mostWaiting = 10_000;
/** Messages to single connections after which others have their turn. */
const messagesPerTurn = 2_000;

export interface DeliveryParts<Event> {
  /** Sends an event to all who are to have it; returns to how many that was. */
  readonly deliver: (event: Event) => number;
  /** There was no room for an event: nobody gets it. */
  readonly onDropped: (event: Event) => void;
  readonly messagesPerTurn?: number;
  readonly mostWaiting?: number;
}

/**
 * `DeliveryTurns` delivers events in their order, so many messages at a time: an event to thousands of connections takes
 * milliseconds, and a burst of them must not keep requests and uploads waiting for its end.
 */
export class DeliveryTurns<Event> {
  readonly #parts: DeliveryParts<Event>;
  readonly #budget: TurnBudget;
  #waiting: Event[] = [];
  #next: NodeJS.Immediate | undefined;

  constructor(parts: DeliveryParts<Event>) {
    this.#parts = parts;
    this.#budget = new TurnBudget(parts.messagesPerTurn ?? messagesPerTurn);
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add(event: Event): void {
    if (this.#waiting.length >= (this.#parts.mostWaiting ?? mostWaiting)) {
      this.#parts.onDropped(event);
      return;
    }
    this.#waiting.push(event);
    // With others before it, or too much sent in this turn already, it waits for the next.
    if (this.#waiting.length === 1 && !this.#budget.isSpent) this.#deliver();
    this.#next ??= setImmediate(() => this.#takeTurn());
  }

  /** Events that wait are not delivered any more. */
  stop(): void {
    clearImmediate(this.#next);
    this.#waiting = [];
  }

  #takeTurn(): void {
    this.#next = undefined;
    this.#budget.renew();
    while (this.#waiting.length > 0 && !this.#budget.isSpent) this.#deliver();
    if (this.#waiting.length > 0) this.#next = setImmediate(() => this.#takeTurn());
  }

  #deliver(): void {
    // Whoever delivers may add the next: this one is off the list by then.
    this.#budget.spend(Math.max(1, this.#parts.deliver(this.#waiting.shift()!)));
  }
}
