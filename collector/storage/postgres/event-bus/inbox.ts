import type { Postgres } from '../pool.ts';
import { decodeNotification, type Notification } from './notification.ts';

/** Notifications that may wait for a payload in a row to be fetched. */
const mostWaiting = 10_000;

/** Other collectors whose last sequence is remembered. */
const mostOrigins = 1_000;

export interface InboxEvents {
  deliver(topic: string, json: string): void;
  /** An event was missed, or several. */
  missed(): void;
}

/**
 * An inbox takes notifications in order, passes each event on once, and notices the numbers that are missing: a
 * publisher that lost its connection while it sent doesn't know whether its events went out, and sends them again.
 */
export class Inbox {
  readonly #postgres: Postgres;
  readonly #origin: string;
  readonly #events: InboxEvents;
  readonly #last = new Map<string, number>();
  #waiting: Notification[] = [];
  #fetching: Promise<void> | undefined;

  constructor(postgres: Postgres, origin: string, events: InboxEvents) {
    this.#postgres = postgres;
    this.#origin = origin;
    this.#events = events;
  }

  take(line: string): void {
    const notification = decodeNotification(line);
    if (!notification || notification.origin === this.#origin || !this.#isNew(notification)) return;
    if (this.#fetching === undefined && 'json' in notification.body) {
      this.#events.deliver(notification.topic, notification.body.json);
      return;
    }
    if (this.#waiting.length >= mostWaiting) {
      this.#events.missed();
      return;
    }
    this.#waiting.push(notification);
    this.#fetching ??= this.#drain();
  }

  async stop(): Promise<void> {
    this.#waiting = [];
    await this.#fetching;
  }

  #isNew({ origin, sequence }: Notification): boolean {
    const last = this.#last.get(origin);
    if (last !== undefined && sequence <= last) return false;
    if (last !== undefined && sequence > last + 1) this.#events.missed();
    this.#last.delete(origin);
    this.#last.set(origin, sequence);
    const [oldest] = this.#last.keys();
    if (this.#last.size > mostOrigins && oldest !== undefined) this.#last.delete(oldest);
    return true;
  }

  async #drain(): Promise<void> {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const { topic, body } = next;
      const json = 'json' in body ? body.json : await this.#fetch(body.row);
      if (json === undefined) this.#events.missed();
      else this.#events.deliver(topic, json);
    }
    this.#fetching = undefined;
  }

  async #fetch(row: number): Promise<string | undefined> {
    try {
      const [found] = await this.#postgres.query<{ payload: string }>(
        'SELECT payload FROM bus_payloads WHERE id = $1',
        [row],
      );
      return found?.payload;
    } catch {
      return undefined;
    }
  }
}
