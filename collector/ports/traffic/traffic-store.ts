import type { QueryFilter } from './query-search.ts';
import type { NamedCount, TrafficPoint } from './traffic.ts';
import type { CodeFailures } from './traffic-failures.ts';
import type { OverviewShape, TrafficOverview } from './traffic-overview.ts';

/** The traffic store counts how much was asked, by whom and for what, of the queries that a filter lets through. */
export interface TrafficStore {
  /** All that a page on traffic shows, in one question. */
  overview(filter: QueryFilter, shape: OverviewShape): Promise<TrafficOverview>;
  /** Queries by time; every bucket is there. */
  histogram(filter: QueryFilter, bucketSeconds: number): Promise<TrafficPoint[]>;
  /** The registrable domains (the public suffix and one label) that were asked for most. */
  topDomains(filter: QueryFilter, limit: number): Promise<NamedCount<string>[]>;
  /**
   * Lists queries that DNS did not answer with NOERROR, by response code, the most frequent first; codes beyond the
   * sixteenth are left out.
   */
  topFailures(filter: QueryFilter, limit: number): Promise<CodeFailures[]>;
}
