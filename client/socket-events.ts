import type { AddressNote, Operations, PublishedEvents, StoredQuery } from './api-types.generated.ts';

type Listener<Payload> = (payload: Payload) => void;
type Acknowledge<Payload> = (answer: Payload | { error: string }) => void;

interface Moment {
  /** ISO 8601. */
  readonly timestamp: string;
}

interface Subscribed extends Moment {
  readonly domain: string;
}

interface PlatformStatistics extends Moment {
  readonly total_domains: number | null;
  readonly total_scans_today: number | null;
  readonly active_monitors: number | null;
  readonly ct_logs_today: number | null;
}

/** A live query filter holds the filters of `searchQueries`; a location's or all of the account's. */
export type LiveQueryFilter = Omit<
  Operations['GET /api/v1/dns-monitoring/queries']['query'],
  'from' | 'to' | 'period' | 'limit' | 'cursor' | 'format'
> & {
  /** 4 to 400; 100 if absent. */
  max_per_second?: number;
};

/**
 * The live queries are queries that were stored since the last event, by the collector that the client is connected to.
 */
export interface LiveQueries extends Moment {
  readonly queries: readonly StoredQuery[];
  /** The datasets' facts about the addresses in the queries; null if none is loaded. */
  readonly addresses: readonly AddressNote[] | null;
  /** Queries that match and that there was no room for. */
  readonly left_out: number;
  /** Queries of the account that the collector had no time to compare with the filter. */
  readonly unexamined: number;
  /** Batches, of any account, that the collector had no time to look at. */
  readonly skipped_batches: number;
}

/**
 * The server events are the events that a client hears, for `Socket<ServerEvents, ClientEvents>` of socket.io-client.
 */
export type ServerEvents = {
  [Name in keyof PublishedEvents]: Listener<PublishedEvents[Name]>;
} & {
  connected: Listener<Moment & { session_id: string; message: string }>;
  subscribed: Listener<Subscribed>;
  unsubscribed: Listener<Subscribed>;
  subscribed_ct_logs: Listener<Moment>;
  subscribed_dns_changes: Listener<Moment>;
  subscribed_threat_feed: Listener<Moment>;
  subscribed_queries: Listener<Moment & { max_per_second: number }>;
  unsubscribed_queries: Listener<Moment>;
  queries: Listener<LiveQueries>;
  stats_update: Listener<PlatformStatistics>;
  pong: Listener<Moment>;
  /** A refusal, or how many events were left out for a client that reads too slowly. */
  error: Listener<{ message: string }>;
};

/** The client events are the events that a client may send; each is acknowledged. */
export interface ClientEvents {
  subscribe_domain(payload: { domain: string }, acknowledge?: Acknowledge<Subscribed>): void;
  unsubscribe_domain(payload: { domain: string }, acknowledge?: Acknowledge<Subscribed>): void;
  subscribe_ct_logs(acknowledge?: Acknowledge<Moment>): void;
  subscribe_dns_changes(acknowledge?: Acknowledge<Moment>): void;
  subscribe_threat_feed(acknowledge?: Acknowledge<Moment>): void;
  /** Subscribes to queries, once for each connection: another subscription takes its place. */
  subscribe_queries(
    payload: LiveQueryFilter,
    acknowledge?: Acknowledge<Moment & { max_per_second: number }>,
  ): void;
  unsubscribe_queries(acknowledge?: Acknowledge<Moment>): void;
  request_stats(acknowledge?: Acknowledge<PlatformStatistics>): void;
  ping(acknowledge?: Acknowledge<Moment>): void;
}
