import type { OverviewShape, TrafficOverview } from './traffic-overview.ts';

/** Questions about stored traffic. Times are half-open: from <= observed < to. */
export interface TrafficScope {
  readonly locationIds: readonly number[];
  readonly from: Date;
  readonly to: Date;
}

export interface TrafficTotals {
  readonly queries: number;
  readonly answered: number;
  readonly unanswered: number;
  readonly orphans: number;
  readonly uniqueClients: number;
  readonly uniqueNames: number;
  /** Milliseconds; null where nothing was answered. */
  readonly latencyMs: { readonly p50: number; readonly p95: number; readonly p99: number } | null;
  readonly firstSeenAt: Date | null;
  readonly lastSeenAt: Date | null;
}

export interface NamedCount<Name> {
  readonly name: Name;
  readonly count: number;
}

export interface TrafficPoint {
  readonly at: Date;
  readonly queries: number;
  readonly failures: number;
}

/** Each method is one question, and one file below storage/clickhouse/queries. */
export interface TrafficStore {
  /** All of what follows at once, for far less than one by one. */
  overview(scope: TrafficScope, shape: OverviewShape): Promise<TrafficOverview>;
  totals(scope: TrafficScope): Promise<TrafficTotals>;
  /** Buckets of that many seconds, oldest first, empty ones included. */
  series(scope: TrafficScope, bucketSeconds: number): Promise<TrafficPoint[]>;
  topNames(scope: TrafficScope, limit: number): Promise<NamedCount<string>[]>;
  topClients(scope: TrafficScope, limit: number): Promise<NamedCount<string>[]>;
  /** By record type number. */
  byType(scope: TrafficScope): Promise<NamedCount<number>[]>;
  /** By response code number, `noResponseCode` for the unanswered. */
  byResponseCode(scope: TrafficScope): Promise<NamedCount<number>[]>;
  byTransport(scope: TrafficScope): Promise<NamedCount<string>[]>;
  byLocation(scope: TrafficScope): Promise<NamedCount<number>[]>;
  byAgent(scope: TrafficScope): Promise<NamedCount<number>[]>;
}
