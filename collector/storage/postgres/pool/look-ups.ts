import type { Log } from '@sonde/shared/system/log.ts';
import { Client, type ClientConfig, type QueryResultRow } from 'pg';
import { StoreError } from '../../../ports/system/store-error.ts';
import { toStoreError } from './errors.ts';
import { isStalePlan, StatementNames } from './prepared.ts';

/** Milliseconds. A look-up that takes long would hold up those behind it. */
const bounds = { statement_timeout: 5_000, query_timeout: 10_000 } satisfies ClientConfig;

/** Look-ups that wait for the server at once, at most. */
const mostWaiting = 500;
/**
 * `LookUps` sends short reads over one connection without waiting for the answers to those before (pipelining), each
 * text prepared once: to send, to wake the server and to be woken by it then costs many look-ups as much as one. They
 * are answered in order, each in a transaction of its own.
 */
export class LookUps {
  readonly #connection: ClientConfig;
  readonly #log: Log;
  readonly #names = new StatementNames('look_up');
  #client: Client | Promise<Client> | undefined;
  #waiting = 0;
  #closed = false;

  constructor(connection: ClientConfig, log: Log) {
    this.#connection = connection;
    this.#log = log;
  }

  /** Tells whether there is room for one more. */
  get isFree(): boolean {
    return this.#waiting < mostWaiting;
  }

  /** Throws a StoreError. */
  async query<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
    this.#waiting++;
    try {
      return await this.#ask<Row>(text, values).catch((error: unknown) => {
        if (!isStalePlan(error)) throw error;
        // Once more, on a connection that has prepared nothing.
        return this.#ask<Row>(text, values);
      });
    } catch (error) {
      throw toStoreError(error);
    } finally {
      this.#waiting--;
    }
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    this.#closed = true;
    const client = this.#client;
    this.#client = undefined;
    try {
      await (await client)?.end();
    } catch {
      // It could not connect, of which whoever asked was told.
    }
  }

  async #ask<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const found = this.#client ?? this.#connect();
    const client = found instanceof Client ? found : await found;
    try {
      const statement = { name: this.#names.of(text), text, values: [...values] };
      return (await client.query<Row>(statement)).rows;
    } catch (error) {
      const known = toStoreError(error);
      const isBroken = known instanceof StoreError && known.kind === 'unavailable';
      if (isBroken || isStalePlan(error)) this.#leave(client);
      throw error;
    }
  }

  /** Asks no more over a connection. Those who wait for it may still be answered. */
  #leave(client: Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.end().catch(() => {});
  }

  #connect(): Promise<Client> {
    if (this.#closed) throw new Error('Client was closed');
    const client = new Client({ ...this.#connection, ...bounds, pipeline: true });
    const connecting = client.connect().then(() => {
      if (this.#client === connecting) this.#client = client;
      return client;
    });
    const forget = () => {
      if (this.#client === client || this.#client === connecting) this.#client = undefined;
    };
    connecting.catch(forget);
    client.on('end', forget);
    client.on('error', (error) => {
      forget();
      this.#log.warn({ error: error.message }, 'The connection to PostgreSQL for look-ups broke');
    });
    this.#client = connecting;
    return connecting;
  }
}
