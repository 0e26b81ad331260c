import type { NamedCount, TrafficPoint, TrafficTotals } from './traffic.ts';

/** An overview's shape states how fine the overview is to be. */
export interface OverviewShape {
  readonly bucketSeconds: number;
  /** Seconds of a bucket in the series of latencies: whole minutes. */
  readonly latencyBucketSeconds: number;
  /** Names and clients in the lists of the most frequent. */
  readonly top: number;
}

export interface LatencyPoint {
  readonly at: Date;
  /** Null if nothing was answered. */
  readonly latencyMs: TrafficTotals['latencyMs'];
}

export interface TrafficSizes {
  /** Bytes of DNS messages, summed. */
  readonly queryBytes: number;
  readonly responseBytes: number;
}

/**
 * A traffic overview has all that a page on the traffic of a scope shows. Series have every bucket, lists the most
 * frequent first.
 */
export interface TrafficOverview {
  readonly totals: TrafficTotals;
  readonly sizes: TrafficSizes;
  readonly series: readonly TrafficPoint[];
  readonly latencySeries: readonly LatencyPoint[];
  readonly topNames: readonly NamedCount<string>[];
  readonly topClients: readonly NamedCount<string>[];
  readonly types: readonly NamedCount<number>[];
  readonly responseCodes: readonly NamedCount<number>[];
  readonly transports: readonly NamedCount<string>[];
  readonly locations: readonly NamedCount<number>[];
  readonly agents: readonly NamedCount<number>[];
}
