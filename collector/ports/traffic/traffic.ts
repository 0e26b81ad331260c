import type { CodeFailures } from './traffic-failures.ts';
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

/** How much was asked, by whom and for what: all that a page on traffic shows, in one question. */
export interface TrafficStore {
  overview(scope: TrafficScope, shape: OverviewShape): Promise<TrafficOverview>;
  /** The registrable domains (the public suffix and one label) that were asked for most. */
  topDomains(scope: TrafficScope, limit: number): Promise<NamedCount<string>[]>;
  /** What DNS did not answer with NOERROR, by response code, the most frequent first; codes beyond the sixteenth are left out. */
  topFailures(scope: TrafficScope, limit: number): Promise<CodeFailures[]>;
}
