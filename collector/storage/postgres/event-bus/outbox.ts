import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '@sonde/shared/system/log.ts';
import type { Postgres } from '../pool.ts';
import { encodeNotification, longestNotification } from './notification.ts';

interface WaitingEvent {
  readonly sequence: number;
  readonly topic: string;
  readonly json: string;
}

/** Bounds of what waits, in events and in characters of JSON, and of what goes out in one statement. */
const bounds = { events: 10_000, characters: 32 * 1024 * 1024, atOnce: 500 };

/** Milliseconds between attempts while the server is away. */
const pause = { first: 50, longest: 2_000 };

/** Payloads in rows can be fetched for this long; whoever was away longer knows that it missed something. */
const payloadLife = "interval '10 minutes'";

/**
 * An outbox sends events in order, many in one statement, for as long as it takes; forgets the oldest beyond its
 * bounds.
 */
export class Outbox {
  readonly #postgres: Postgres;
  readonly #channel: string;
  readonly #origin: string;
  readonly #log: Log;
  readonly #stopping = new AbortController();
  #waiting: WaitingEvent[] = [];
  #characters = 0;
  #sequence = 0;
  #dropped = 0;
  #sending: Promise<void> | undefined;

  constructor(postgres: Postgres, channel: string, origin: string, log: Log) {
    this.#postgres = postgres;
    this.#channel = channel;
    this.#origin = origin;
    this.#log = log;
  }

  get dropped(): number {
    return this.#dropped;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add(topic: string, json: string): void {
    this.#waiting.push({ sequence: ++this.#sequence, topic, json });
    this.#characters += json.length;
    while (this.#waiting.length > bounds.events || this.#characters > bounds.characters) {
      this.#characters -= this.#waiting.shift()?.json.length ?? 0;
      this.#dropped++;
    }
    this.#sending ??= this.#send();
  }

  /** Tries to send what waits, once, and then sends no more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#sending;
  }

  async #send(): Promise<void> {
    // Whatever is published in the same turn of the event loop goes together.
    await wait(0);
    for (let delay = pause.first; this.#waiting.length > 0; ) {
      const events = this.#waiting.slice(0, bounds.atOnce);
      try {
        await this.#notify(events);
        this.#remove(events);
        delay = pause.first;
      } catch (error) {
        if (this.#stopping.signal.aborted) break;
        this.#log.warn(
          { error, waiting: this.#waiting.length },
          'Events wait to be sent to other collectors',
        );
        await wait(delay, undefined, { signal: this.#stopping.signal }).catch(() => {});
        delay = Math.min(delay * 2, pause.longest);
      }
    }
    // In the same breath as the last look at what waits, so that nothing added in between is left.
    this.#sending = undefined;
  }

  /** Some may have been dropped meanwhile, for the bounds; those were the first ones. */
  #remove(events: readonly WaitingEvent[]): void {
    const last = events.at(-1)?.sequence ?? 0;
    const left = this.#waiting.findIndex((event) => event.sequence > last);
    const sent = this.#waiting.splice(0, left === -1 ? this.#waiting.length : left);
    for (const { json } of sent) this.#characters -= json.length;
  }

  async #notify(events: readonly WaitingEvent[]): Promise<void> {
    const origin = this.#origin;
    const lines = events.map(({ sequence, topic, json }) =>
      encodeNotification({ origin, sequence, topic, body: { json } }),
    );
    const large = lines.flatMap((line, index) =>
      Buffer.byteLength(line) > longestNotification ? [events[index]!] : [],
    );
    if (large.length === 0) return this.#notifyAll(this.#postgres, lines);
    await this.#postgres.transaction(async (transaction) => {
      const rows = await transaction.query<{ id: number; index: number }>(
        `WITH old AS (DELETE FROM bus_payloads WHERE created_at < now() - ${payloadLife}),
         given AS (SELECT nextval(pg_get_serial_sequence('bus_payloads', 'id')) AS id, payload, index
           FROM unnest($1::text[]) WITH ORDINALITY AS g (payload, index)),
         kept AS (INSERT INTO bus_payloads (id, payload) OVERRIDING SYSTEM VALUE SELECT id, payload FROM given)
         SELECT id, index FROM given`,
        [large.map((event) => event.json)],
      );
      const rowOf = new Map(rows.map(({ id, index }) => [large[index - 1]?.sequence, id]));
      const short = events.map(({ sequence, topic, json }) => {
        const row = rowOf.get(sequence);
        return encodeNotification({ origin, sequence, topic, body: row === undefined ? { json } : { row } });
      });
      await this.#notifyAll(transaction, short);
    });
  }

  async #notifyAll(queryable: Pick<Postgres, 'query'>, lines: readonly string[]): Promise<void> {
    await queryable.query('SELECT count(pg_notify($1, line)) FROM unnest($2::text[]) AS line', [
      this.#channel,
      lines,
    ]);
  }
}
