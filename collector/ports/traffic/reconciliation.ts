import type { TrafficScope } from './traffic.ts';

/** A reconciliation compares the same queries as the resolver tells of them and as they were seen on the wire. */
export interface ReconciliationScope extends TrafficScope {
  /** Senders that read the resolver's dnstap. */
  readonly dnstapAgents: readonly number[];
  /** Senders that captured packets. */
  readonly wireAgents: readonly number[];
}

/** Reconciled counts are counts of rows of both sides. Queries that are encrypted on the wire are left out of both. */
export interface ReconciledCounts {
  readonly both: number;
  /** Told by the resolver and not seen on the wire: the capture lost it, or does not see that way. */
  readonly onlyDnstap: number;
  /** Seen on the wire, to the resolver, and not told by it: frames that were lost. */
  readonly onlyWire: number;
  /** Answered otherwise than the resolver said: on the way, or by somebody else. */
  readonly different: number;
}

export interface Reconciliation {
  readonly minutes: readonly (ReconciledCounts & { readonly at: Date })[];
  /** Names with the most that does not agree. */
  readonly names: readonly (ReconciledCounts & { readonly name: string })[];
  /** Servers that clients asked past the resolver, as seen on the wire. */
  readonly bypassed: readonly {
    readonly server: string;
    readonly queries: number;
    readonly clients: number;
  }[];
  /** Addresses that the resolver answers at, as it tells. */
  readonly resolverAddresses: readonly string[];
}

export interface Reconciler {
  /** Throws a StoreError `limit` if the question takes too much. */
  reconcile(scope: ReconciliationScope): Promise<Reconciliation>;
}
