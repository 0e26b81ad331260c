import { setImmediate } from 'node:timers/promises';
import { conditionsMatcher } from '@sonde/shared/batch/matches-conditions.ts';
import type { QueryConditions } from '@sonde/shared/batch/query-conditions.ts';
import { decodeRow } from '@sonde/shared/batch/row-reader.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Counter, Meter } from '../../../ports/system/metrics.ts';
import type { StoredQuery } from '../../../ports/traffic/query-search.ts';
import { RowStepper } from '../../detection/rows/row-stepper.ts';
import { storedPrefixBytes } from '../ingest/stored-rows.ts';

/** Subscriptions of one collector, at most. */
const mostSubscriptions = 500;
/** Bytes of batches that wait to be looked at; what comes beyond is not read. */
const mostBytes = 16 * 1024 * 1024;
/** Rows that are compared with a subscription, in a second. */
const comparisonsPerSecond = 50_000;
/** Milliseconds between two deliveries. */
const interval = 250;
/**
 * Milliseconds that a query waits for its turn, at most. Agents ship, and the store takes, all of a second or more at once: a subscriber
 * whose rate is enough for that is shown all of it, evenly.
 */
const longestWait = 2_000;
/** Queries that wait for all subscribers together, at most. */
const mostWaiting = 50_000;
/** Rows that are stepped over before others have their turn. */
const rowsPerTurn = 1_024;

/** Live queries are the queries that came in since the last delivery, with counts of what is not among them. */
export interface LiveQueries {
  readonly queries: readonly StoredQuery[];
  /** Queries that match and that there was no room for. */
  readonly leftOut: number;
  /** Queries of the subscription's locations that nobody had time to compare with it. */
  readonly unexamined: number;
  /** Batches, of any location, that were not read. */
  readonly skippedBatches: number;
}

export interface Wanted {
  readonly locationIds: readonly number[];
  readonly conditions: QueryConditions;
  /** Queries that are delivered in a second, at most. */
  readonly perSecond: number;
  /** False if they cannot be taken now: they count as left out. */
  readonly deliver: (live: LiveQueries) => boolean;
}

interface Subscription extends Wanted {
  readonly matches: (query: StoredQuery) => boolean;
  /** Queries of one delivery, and those that may wait. */
  readonly perDelivery: number;
  readonly room: number;
  waiting: StoredQuery[];
  leftOut: number;
  unexamined: number;
  skippedBatches: number;
}

/**
 * A live tail tells subscribers of queries as they are stored on this collector. It costs nothing while nobody listens,
 * and a bounded time and memory while many do: what does not fit is counted and told instead.
 */
export class LiveTail {
  readonly #clock: Clock;
  readonly #missed: Counter<'reason'>;
  readonly #subscriptions = new Set<Subscription>();
  readonly #byLocation = new Map<number, Subscription[]>();
  readonly #batches: Buffer[] = [];
  #bytes = 0;
  #waiting = 0;
  #working = false;
  #comparisons = 0;
  #second = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ meter, clock }: { readonly meter: Meter; readonly clock: Clock }) {
    this.#clock = clock;
    this.#missed = meter.counter(
      'sonde_live_queries_missed_total',
      'Stored queries, or batches of them, that subscribers of live queries were not shown.',
      ['reason'],
    );
    meter.gauge(
      'sonde_live_query_subscriptions',
      'Subscriptions of live queries.',
      () => this.#subscriptions.size,
    );
    meter.gauge(
      'sonde_live_query_bytes',
      'Bytes of stored batches that wait to be shown live.',
      () => this.#bytes,
    );
  }

  /** Returns the way to end it; undefined if there are too many subscriptions already. */
  subscribe(wanted: Wanted): (() => void) | undefined {
    if (this.#subscriptions.size >= mostSubscriptions) return undefined;
    const subscription: Subscription = {
      ...wanted,
      matches: conditionsMatcher(wanted.conditions),
      perDelivery: Math.max(1, Math.floor((wanted.perSecond * interval) / 1_000)),
      room: (wanted.perSecond * longestWait) / 1_000,
      waiting: [],
      leftOut: 0,
      unexamined: 0,
      skippedBatches: 0,
    };
    this.#subscriptions.add(subscription);
    this.#listByLocation();
    this.#timer ??= setInterval(() => this.#deliver(), interval).unref();
    return () => {
      if (this.#subscriptions.delete(subscription)) this.#waiting -= subscription.waiting.length;
      this.#listByLocation();
      if (this.#subscriptions.size === 0) this.stop();
    };
  }

  /** Reads a batch that is stored by now, if anybody listens and there is room for it. Never fails. */
  async take(bytes: number, read: () => Promise<Buffer>): Promise<void> {
    if (this.#subscriptions.size === 0 || bytes === 0) return;
    if (this.#bytes + bytes > mostBytes) return this.#skip();
    this.#bytes += bytes;
    try {
      this.#batches.push(await read());
    } catch {
      this.#bytes -= bytes;
      return this.#skip();
    }
    if (!this.#working) void this.#work();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #skip(): void {
    this.#missed.add(1, { reason: 'batch' });
    for (const subscription of this.#subscriptions) subscription.skippedBatches++;
  }

  async #work(): Promise<void> {
    this.#working = true;
    for (let bytes = this.#batches[0]; bytes !== undefined; bytes = this.#batches[0]) {
      try {
        await this.#show(bytes);
      } catch {
        // Bytes that are no rows, which the store would have refused.
        this.#skip();
      }
      this.#batches.shift();
      this.#bytes -= bytes.length;
    }
    this.#working = false;
  }

  async #show(bytes: Buffer): Promise<void> {
    const stepper = new RowStepper(bytes, storedPrefixBytes);
    for (let row = 1; stepper.next(); row++) {
      if (row % rowsPerTurn === 0) await setImmediate();
      const locationId = bytes.readUInt32LE(stepper.rowStart - storedPrefixBytes);
      const subscriptions = this.#byLocation.get(locationId);
      if (subscriptions === undefined) continue;
      if (!this.#mayCompare(subscriptions.length)) {
        for (const subscription of subscriptions) subscription.unexamined++;
        this.#missed.add(subscriptions.length, { reason: 'unexamined' });
        continue;
      }
      const agentId = bytes.readUInt32LE(stepper.rowStart - 4);
      const query = { ...decodeRow(bytes, stepper.rowStart), locationId, agentId };
      for (const subscription of subscriptions) this.#offer(subscription, query);
    }
  }

  #offer(subscription: Subscription, query: StoredQuery): void {
    if (!subscription.matches(query)) return;
    if (subscription.waiting.length < subscription.room && this.#waiting < mostWaiting) {
      subscription.waiting.push(query);
      this.#waiting++;
    } else {
      subscription.leftOut++;
      this.#missed.add(1, { reason: 'left_out' });
    }
  }

  #mayCompare(subscriptions: number): boolean {
    const second = Math.floor(this.#clock.now() / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#comparisons = 0;
    }
    this.#comparisons += subscriptions;
    return this.#comparisons <= comparisonsPerSecond;
  }

  #deliver(): void {
    for (const subscription of this.#subscriptions) {
      const { leftOut, unexamined, skippedBatches } = subscription;
      const queries = subscription.waiting.slice(0, subscription.perDelivery);
      if (queries.length + leftOut + unexamined + skippedBatches === 0) continue;
      subscription.waiting = subscription.waiting.slice(queries.length);
      this.#waiting -= queries.length;
      if (subscription.deliver({ queries, leftOut, unexamined, skippedBatches })) {
        subscription.leftOut = 0;
        subscription.unexamined = 0;
        subscription.skippedBatches = 0;
      } else {
        subscription.leftOut += queries.length;
        this.#missed.add(queries.length, { reason: 'slow_reader' });
      }
    }
  }

  #listByLocation(): void {
    this.#byLocation.clear();
    for (const subscription of this.#subscriptions) {
      for (const locationId of subscription.locationIds) {
        const others = this.#byLocation.get(locationId);
        if (others === undefined) this.#byLocation.set(locationId, [subscription]);
        else others.push(subscription);
      }
    }
  }
}
