import type { PublishedEvents } from './api-types.generated.ts';

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

/** What a client hears, for `Socket<ServerEvents, ClientEvents>` of socket.io-client. */
export type ServerEvents = {
  [Name in keyof PublishedEvents]: Listener<PublishedEvents[Name]>;
} & {
  connected: Listener<Moment & { session_id: string; message: string }>;
  subscribed: Listener<Subscribed>;
  unsubscribed: Listener<Subscribed>;
  subscribed_ct_logs: Listener<Moment>;
  subscribed_dns_changes: Listener<Moment>;
  subscribed_threat_feed: Listener<Moment>;
  stats_update: Listener<PlatformStatistics>;
  pong: Listener<Moment>;
  /** A refusal, or how many events were left out for a client that reads too slowly. */
  error: Listener<{ message: string }>;
};

/** What a client may send; each is acknowledged. */
export interface ClientEvents {
  subscribe_domain(payload: { domain: string }, acknowledge?: Acknowledge<Subscribed>): void;
  unsubscribe_domain(payload: { domain: string }, acknowledge?: Acknowledge<Subscribed>): void;
  subscribe_ct_logs(acknowledge?: Acknowledge<Moment>): void;
  subscribe_dns_changes(acknowledge?: Acknowledge<Moment>): void;
  subscribe_threat_feed(acknowledge?: Acknowledge<Moment>): void;
  request_stats(acknowledge?: Acknowledge<PlatformStatistics>): void;
  ping(acknowledge?: Acknowledge<Moment>): void;
}
