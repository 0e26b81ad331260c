/** A fleet plan states what agents and resolvers the bench simulates, and for how long each phase lasts. Times in seconds. */
export interface FleetPlan {
  readonly agents: number;
  /** Sensors of resolvers, which wait at the collector for changes to their policy. */
  readonly resolvers: number;
  /** Agents that take settings of the collector, and wait there for new ones. */
  readonly followers: number;
  /** Rows of a batch; every fourth agent sees no traffic and ships its ledger alone. */
  readonly rows: number;
  /** Between two batches of an agent. */
  readonly interval: number;
  /** Within it all agents come to the collector for the first time. */
  readonly contact: number;
  readonly steady: number;
  /** From the stop of a collector until it is started again. */
  readonly outage: number;
  /** After the return, until all that waited must have come, at most. */
  readonly storm: number;
  /** Collectors that the fleet is shared between; with more than one the outage takes the last alone. */
  readonly collectors: number;
  readonly directory: string;
}

/** Versions of batches that a mixed fleet sends, the present one most. */
export const fleetVersions = [3, 3, 2, 1];
/** One in so many agents sees no traffic. */
export const idleShare = 4;
