/** A traffic scope limits questions about stored traffic. Times are half-open: from <= observed < to. */
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
  /** Milliseconds; null if nothing was answered. */
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
