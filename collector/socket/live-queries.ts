import { InvalidInput, NotFound } from '@sonde/shared/errors.ts';
import { addressesOfQueries } from '../domain/intelligence/addresses/addresses-in-answers.ts';
import type { LiveQueries, Wanted } from '../domain/traffic/live/live-tail.ts';
import {
  type LiveQueryPorts,
  liveQuerySchema,
  subscribeQueries,
} from '../domain/traffic/live/subscribe-queries.ts';
import { presentQuery } from '../domain/traffic/monitoring/present-query.ts';
import type { ClientRequest } from './client-request.ts';

interface Parts {
  /** The account whose queries are told; null for callers without an account. */
  readonly accountId: number | null;
  readonly ports: LiveQueryPorts | undefined;
  readonly timestamp: () => string;
  /** Sends an event; false if the client is too far behind to be sent another. */
  readonly send: (event: 'queries', payload: object) => boolean;
}

/** A connection may have one subscription of live queries; another one takes its place. */
export class LiveQuerySubscription {
  readonly #parts: Parts;
  #end: (() => void) | undefined;
  /** The turn of the last question: an answer that comes late is none any more. */
  #turn = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async subscribe(payload: unknown): Promise<ClientRequest> {
    const { accountId, ports, timestamp } = this.#parts;
    if (accountId === null || ports === undefined)
      return refuse('This needs the key or token of an account.');
    const read = liveQuerySchema.safeParse(typeof payload === 'object' && payload !== null ? payload : {});
    if (!read.success) {
      const [issue] = read.error.issues;
      return refuse(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not understood'}`);
    }
    const turn = ++this.#turn;
    try {
      const deliver: Wanted['deliver'] = (live) => this.#deliver(live);
      const end = await subscribeQueries(accountId, read.data, deliver, ports);
      if (end === undefined) return refuse('This collector has too many subscribers: try again later.');
      if (turn !== this.#turn) {
        end();
        return refuse('Another subscription took the place of this one.');
      }
      this.#end?.();
      this.#end = end;
    } catch (error) {
      if (error instanceof InvalidInput || error instanceof NotFound) return refuse(error.message);
      throw error;
    }
    const reply = { timestamp: timestamp(), max_per_second: read.data.max_per_second };
    return { kind: 'answer', reply: { event: 'subscribed_queries', payload: reply } };
  }

  unsubscribe(): ClientRequest {
    this.end();
    const payload = { timestamp: this.#parts.timestamp() };
    return { kind: 'answer', reply: { event: 'unsubscribed_queries', payload } };
  }

  /** To be called when the connection is over. */
  end(): void {
    this.#turn++;
    this.#end?.();
    this.#end = undefined;
  }

  #deliver({ queries, leftOut, unexamined, skippedBatches }: LiveQueries): boolean {
    return this.#parts.send('queries', {
      queries: queries.map(presentQuery),
      addresses: this.#parts.ports?.addressNotes.of(addressesOfQueries(queries)) ?? null,
      left_out: leftOut,
      unexamined,
      skipped_batches: skippedBatches,
      timestamp: this.#parts.timestamp(),
    });
  }
}

function refuse(message: string): ClientRequest {
  return { kind: 'refuse', message };
}
