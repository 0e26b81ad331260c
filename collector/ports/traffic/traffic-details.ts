import type { TrafficScope, TrafficTotals } from './traffic.ts';

export interface LatencyPoint {
  readonly at: Date;
  /** Null where nothing was answered. */
  readonly latencyMs: TrafficTotals['latencyMs'];
}

export interface TrafficSizes {
  /** Bytes of DNS messages, summed. */
  readonly queryBytes: number;
  readonly responseBytes: number;
}

/** Questions about traffic beyond counts. */
export interface TrafficDetails {
  /** Buckets of that many seconds (whole minutes), oldest first, empty ones included. */
  latencySeries(scope: TrafficScope, bucketSeconds: number): Promise<LatencyPoint[]>;
  sizes(scope: TrafficScope): Promise<TrafficSizes>;
}
